import { Fragment } from "react";
import type { GeneralPage } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { Features, Questions, ToolList } from "../ui/Blocks.tsx";
import { EnglishPart, englishIn } from "../ui/Translation.tsx";

/** A general page: the parts that its content file lists, in that order. */
export function General({ page }: { readonly page: GeneralPage }) {
  return (
    <>
      <PageHead page={page} />
      {page.sections.map((part) => (
        <Fragment key={part}>
          <Part page={page} part={part} />
        </Fragment>
      ))}
      <Changed page={page} />
    </>
  );
}

/** Renders nothing if the page has no text for the part. */
function Part({
  page,
  part,
}: {
  readonly page: GeneralPage;
  readonly part: GeneralPage["sections"][number];
}) {
  const { t } = useLocale();
  const english = englishIn(page);
  const wide = page.layout === "wide";
  switch (part) {
    case "body":
      if (!wide) return <Body html={page.html} english={english("body")} />;
      return (
        <EnglishPart when={english("body")}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
        </EnglishPart>
      );
    case "features":
      if (page.features.length === 0) return null;
      return (
        <Section
          id="features"
          title={t("pages:home.features")}
          english={english("features")}
          wide={wide}
        >
          <Features items={page.features} />
        </Section>
      );
    case "tools":
      return (
        <Section id="tools" title={t("pages:home.tools")} wide={wide}>
          <ToolList tools={page.groups.flatMap(({ tools }) => tools)} />
        </Section>
      );
    case "faq":
      if (page.faq.length === 0) return null;
      return (
        <Section id="faq" title={t("common:questions")} english={english("faq")} wide={wide}>
          <Questions faq={page.faq} />
        </Section>
      );
  }
}
