import { useT } from "../../i18n/context.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "./skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";

/**
 * Server-rendered placeholder of a live part: a skeleton, a message for browsers without scripts,
 * and an error that is shown once `data-failed` marks that the application could not be loaded.
 */
export function LiveSlot({ script }: { readonly script: string }) {
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
          // No script is running, so the only possible action is to reload the document.
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
