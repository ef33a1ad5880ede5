import type { ToolPage } from "../../core/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { ToolFacts } from "../parts/ToolFacts.tsx";
import { ToolFigure } from "../parts/ToolFigure.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { englishIn } from "../parts/Translation.tsx";
import { Features, Questions, ToolList } from "../ui/Blocks.tsx";
import type { ZoneInput } from "../ui/DropZone.tsx";
import { DropZone } from "../ui/DropZone.tsx";
import css from "./tool.module.css";

const INPUTS: Readonly<Record<string, ZoneInput>> = {
  tts: "text",
  podcast: "text",
  download: "link",
  asmr: "settings",
};

/** What a tool starts from: most take a file. */
const inputOf = ({ panel, preset }: ToolPage): ZoneInput =>
  preset === "link" ? "link" : (INPUTS[panel] ?? "file");

export function Tool({ page }: { readonly page: ToolPage }) {
  const { t } = useLocale();
  const english = englishIn(page);
  const input = inputOf(page);
  return (
    <>
      <PageHead page={page} />
      <div className={css["bench"]}>
        {page.available ? (
          <DropZone state="idle" input={input} />
        ) : (
          <DropZone
            state="building"
            input={input}
            ready={page.related.filter(({ available }) => available === true)}
          />
        )}
        <ToolFacts page={page} link={input === "link"} />
      </div>
      {page.available && (
        <noscript>
          <p>{t("pages:tool.script")}</p>
        </noscript>
      )}
      <ToolFigure page={page} />
      <Section id="steps" title={t("pages:tool.steps")} english={english("steps")}>
        <ol className={css["steps"]}>
          {page.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="features" title={t("pages:tool.features")} english={english("features")}>
        <Features items={page.features} />
      </Section>
      <Body html={page.html} english={english("body")} />
      <Section id="faq" title={t("common:questions")} english={english("faq")}>
        <Questions faq={page.faq} />
      </Section>
      <Section id="related" title={t("pages:tool.related")}>
        <ToolList tools={page.related} />
      </Section>
      <Changed page={page} />
    </>
  );
}
