import type { VoicePage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { voiceSampleOf } from "../audio/voices/voice-samples.ts";
import { useLocale } from "../i18n/context.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { Features, Questions, ToolList } from "../ui/Blocks.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { figureOf } from "#core/figures/sound-figure.ts";
import { Waveform } from "../ui/figures/Waveform.tsx";
import css from "./voice.module.css";

/** The text-to-speech tool that uses the voices. */
const SPEAKER = "ai-text-to-speech";

export function Voice({ page }: { readonly page: VoicePage }) {
  const { site, locale, navigation, t, format } = useLocale();
  const speaker = navigation.groups
    .flatMap(({ tools }) => tools)
    .find(({ slug }) => slug === SPEAKER);
  const soundOf = (slug: string) => (speaker?.available ? voiceSampleOf(slug) : null);
  const sound = soundOf(page.slug);
  return (
    <>
      <PageHead page={page} />
      <div className={css["intro"]}>
        <figure className={css["sample"]}>
          <blockquote lang={page.language}>
            <p>{page.sample}</p>
          </blockquote>
          {/* Without a recording, nothing should look playable. */}
          {sound && <Waveform strokes={figureOf(page.slug, "speak").after} />}
          {sound && <Spoken name={page.name} sound={sound} />}
          <figcaption>
            {t("pages:voice.sample")}. {!speaker?.available && t("pages:voice.sampleNote")}
          </figcaption>
        </figure>
        <div>
          <dl className={css["facts"]}>
            <div>
              <dt>{t("pages:voice.style")}</dt>
              <dd>{t(`pages:voice.styles.${page.style}`)}</dd>
            </div>
            <div>
              <dt>{t("pages:voice.language")}</dt>
              <dd>{format.language(page.language)}</dd>
            </div>
          </dl>
          <p className={css["note"]}>{t("pages:voice.invented")}</p>
          {speaker && (
            <ButtonLink
              look={speaker.available ? "primary" : "secondary"}
              href={`${pathOf(site, locale.code, `/${SPEAKER}`)}?from=workspace&voice=${page.slug}`}
            >
              {t("pages:voice.use")}
            </ButtonLink>
          )}
          {speaker && !speaker.available && (
            <p className={css["building"]}>{t("common:building")}</p>
          )}
        </div>
      </div>
      <Section id="features" title={t("pages:voice.features")}>
        <Features items={page.features} />
      </Section>
      <Body html={page.html} />
      <Section id="faq" title={t("common:questions")}>
        <Questions faq={page.faq} />
      </Section>
      <Section id="voices" title={t("pages:voice.others")}>
        <ToolList
          tools={page.voices}
          below={({ slug, name }) => {
            const spoken = soundOf(slug);
            return spoken && <Spoken name={name} sound={spoken} />;
          }}
        />
      </Section>
      <Changed page={page} />
    </>
  );
}

/** The audio sample of a voice. */
function Spoken({ name, sound }: { readonly name: string; readonly sound: string }) {
  const { t } = useLocale();
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is spoken stands on the page of the voice
    <audio
      className={css["player"]}
      controls
      preload="none"
      src={sound}
      aria-label={`${name}: ${t("pages:voice.sample")}`}
    />
  );
}
