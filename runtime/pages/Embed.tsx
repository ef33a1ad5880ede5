import type { EmbedPage } from "#core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import css from "./embed.module.css";

/** What the script of an embedded tool reads of its document. */
export interface EmbedFacts extends Pick<EmbedPage, "tool" | "origins" | "name"> {}

/**
 * A tool by itself, in a frame of another site. The document has its name until the tool is loaded
 * (`embed/start.tsx`).
 */
export function Embed({ page }: { readonly page: EmbedPage }) {
  const t = useT();
  const { tool, origins, name } = page;
  const facts: EmbedFacts = { tool, origins, name };
  return (
    <div className={css["frame"]} data-embed={JSON.stringify(facts)}>
      <h1 className={css["title"]}>{name}</h1>
      <p className={`${css["loading"]} needs-js`}>{t("workspace:panel.loading")}</p>
      <p className={`${css["failed"]} needs-js`} role="alert">
        {t("workspace:panel.failed.title")}
      </p>
      <noscript>
        <p>{t("embed:script")}</p>
      </noscript>
    </div>
  );
}
