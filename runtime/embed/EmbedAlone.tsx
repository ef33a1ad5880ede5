import { useT } from "../i18n/context.tsx";
import type { EmbedFacts } from "../pages/Embed.tsx";
import css from "../pages/embed.module.css";
import { ButtonLink } from "../ui/Button.tsx";

/** Leads to the tool's own page where the document is not in a frame of a listed site. */
export function EmbedAlone({ tool, name }: EmbedFacts) {
  const t = useT();
  return (
    <>
      <h1 className={css["title"]}>{name}</h1>
      <p>{t("embed:alone")}</p>
      <p>
        <ButtonLink look="primary" href={tool.path} target="_top">
          {t("panel-kit:nothing.next", { tool: name })}
        </ButtonLink>
      </p>
    </>
  );
}
