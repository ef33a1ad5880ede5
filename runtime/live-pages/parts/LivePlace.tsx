import { useT } from "../../i18n/context.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "./skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";

/**
 * What the server writes where a live part comes: what stands there until then, what is said without
 * scripts, and what is said once `data-failed` marks that the application could not be loaded.
 */
export function LivePlace({ script }: { readonly script: string }) {
  const t = useT();
  return (
    <>
      <Skeleton />
      <noscript>
        <p>{script}</p>
      </noscript>
      <div className={css["failed"]}>
        <Notice
          weight="bad"
          title={t("errors:unreachable")}
          // Nothing runs that could do more than to load the document again.
          actions={
            <ButtonLink rel="external" href="">
              {t("pages:account.retry")}
            </ButtonLink>
          }
        />
      </div>
    </>
  );
}
