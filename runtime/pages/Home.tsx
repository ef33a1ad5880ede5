import type { HomePage, TextItem, ToolGroup, ToolLink } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { HomeSample, shownOf } from "../parts/home/HomeSample.tsx";
import { Section } from "../parts/Section.tsx";
import { hasFewTools } from "../ui/few-tools.ts";
import { DropZone } from "../ui/DropZone.tsx";
import { englishAttributes, englishIn, TranslationNotice } from "../ui/Translation.tsx";
import { Disclosure, Questions, ToolList } from "../ui/Blocks.tsx";
import { ToneKey } from "../ui/figures/Waveform.tsx";
import { GroupSection } from "../parts/home/GroupSection.tsx";
import { ToolSearch } from "../parts/home/ToolSearch.tsx";
import groups from "../parts/home/tool-groups.module.css";
import css from "./home.module.css";

/** Number of characters above which a heading in the largest size needs more than two lines. */
const LONG_HEADING = 40;

export function Home({ page }: { readonly page: HomePage }) {
  const { t } = useLocale();
  const english = englishIn(page);
  const ready = groupsOf(page.groups, ({ available }) => available !== false);
  const coming = groupsOf(page.groups, ({ available }) => available === false);
  const count = page.groups.reduce((sum, { tools }) => sum + tools.length, 0);
  return (
    <>
      <div className={css["hero"]}>
        <TranslationNotice page={page} />
        <h1
          className={css["title"]}
          data-long={page.heading.length > LONG_HEADING || undefined}
          {...englishAttributes(english("heading"))}
        >
          {page.heading}
        </h1>
        <div className={css["tagline"]}>
          <p className={css["what"]}>{t("pages:home.what", { count })}</p>
          <p {...englishAttributes(english("tagline"))}>{page.tagline}</p>
        </div>
        <ToolSearch few={hasFewTools(page.groups)} />
        <div className={`${css["file"]} needs-js`}>
          <DropZone state="idle" input="file" id="home-file" hint={t("pages:home.file.hint")} />
        </div>
      </div>
      {/* Filled once a file is chosen. */}
      <div className={css["report"]} data-file-report="" />
      <div id="tools" className={groups["tools"]} data-tools="">
        <h2 className="visually-hidden">{t("pages:home.tools")}</h2>
        {ready.map(({ id, tools }) => (
          <GroupSection key={id} group={{ id, tools }}>
            <HomeSample group={id} tools={tools} />
          </GroupSection>
        ))}
        {ready.some(({ id, tools }) => shownOf(id, tools)) && (
          <div className={css["key"]}>
            <ToneKey tones={["original", "kept", "removed"]} />
            <p>{t("pages:home.samples")}</p>
          </div>
        )}
        {coming.length > 0 && <Coming building={coming} ready={ready} />}
      </div>
      {page.features.length > 0 && (
        <Section id="features" title={t("pages:home.different")} english={english("features")}>
          <Features items={page.features} />
        </Section>
      )}
      {page.faq.length > 0 && (
        <Section id="faq" title={t("common:questions")} english={english("faq")}>
          <div className={css["questions"]}>
            <Questions faq={page.faq} />
            {page.html !== "" && (
              <Disclosure summary={t("pages:home.choice")}>
                <div
                  className="prose"
                  {...(english("body") && { lang: "en", dir: "ltr" })}
                  dangerouslySetInnerHTML={{ __html: page.html }}
                />
              </Disclosure>
            )}
          </div>
        </Section>
      )}
    </>
  );
}

/** What is different here, side by side; on a phone by title, folded by the page's scripts. */
const Features = ({ items }: { readonly items: readonly TextItem[] }) => (
  <div className={css["features"]}>
    {items.map(({ title, text }) => (
      <details key={title} open data-fold="">
        <summary>
          <h3>{title}</h3>
        </summary>
        <p>{text}</p>
      </details>
    ))}
  </div>
);

/** Groups with only the tools that match; groups without a match are left out. */
const groupsOf = (
  all: readonly ToolGroup[],
  fits: (tool: ToolLink) => boolean,
): readonly ToolGroup[] =>
  all
    .map(({ id, tools }) => ({ id, tools: tools.filter(fits) }))
    .filter(({ tools }) => tools.length > 0);

/** Tools that are not yet available, by name only. */
function Coming({
  building,
  ready,
}: {
  readonly building: readonly ToolGroup[];
  readonly ready: readonly ToolGroup[];
}) {
  const { t } = useLocale();
  return (
    <section
      id="coming"
      className={groups["group"]}
      aria-labelledby="group-coming"
      data-tool-group=""
    >
      <div className={`${groups["groupHead"]} ${css["comingHead"]}`}>
        <h3 id="group-coming">{t("pages:home.coming.title")}</h3>
        <p>{t("pages:home.coming.hint")}</p>
      </div>
      <div className={css["coming"]}>
        {building.map(({ id, tools }) => (
          // The footer links to each group, so a group without available tools gets its anchor
          // here.
          <div key={id} {...(!ready.some((group) => group.id === id) && { id })}>
            <h4>{t(`common:groups.${id}.name`)}</h4>
            <ToolList tools={tools} />
          </div>
        ))}
      </div>
    </section>
  );
}
