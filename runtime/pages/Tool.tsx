import type { ToolPage } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { ToolFacts } from "../parts/ToolFacts.tsx";
import { ToolFigure } from "../parts/ToolFigure.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { inputOf, lacksLinks, turnsSound } from "#core/page/tool-input.ts";
import { ToolFrame } from "../parts/ToolFrame.tsx";
import { MadeSample } from "../parts/sample/MadeSample.tsx";
import { VideoSample } from "../parts/sample/VideoSample.tsx";
import { ToolSample } from "../parts/sample/ToolSample.tsx";
import { hasSample } from "../parts/sample/tool-samples.ts";
import { englishIn } from "../ui/Translation.tsx";
import { Features, Questions, ToolList } from "../ui/Blocks.tsx";
import { DropZone } from "../ui/DropZone.tsx";
import css from "./tool.module.css";

export function Tool({ page }: { readonly page: ToolPage }) {
  const { site } = useLocale();
  return (
    <ToolFrame
      parts={{
        head: () => <PageHead page={page} />,
        zone: () => <Zone page={page} />,
        sample: () =>
          hasSample(page) && (
            <>
              <ToolSample page={page} />
              <VideoSample page={page} />
              <MadeSample page={page} />
            </>
          ),
        facts: () => <ToolFacts page={page} input={inputOf(page, site)} />,
        article: () => <Article page={page} />,
      }}
    />
  );
}

function Zone({ page }: { readonly page: ToolPage }) {
  const { site, t } = useLocale();
  const input = inputOf(page, site);
  const ready = page.related.filter(({ available }) => available === true);
  return page.available ? (
    <DropZone
      state="idle"
      input={input}
      {...(lacksLinks(page, site) && { hint: t("common:zone.linksOff") })}
    />
  ) : (
    <DropZone state="building" input={input} ready={ready} />
  );
}

/** The article below the tool. */
function Article({ page }: { readonly page: ToolPage }) {
  const { t } = useLocale();
  const english = englishIn(page);
  return (
    <>
      {page.available && (
        <noscript>
          <p>{t("pages:tool.script")}</p>
        </noscript>
      )}
      {turnsSound(page) && !hasSample(page) && <ToolFigure page={page} />}
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
