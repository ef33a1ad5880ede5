import type { VoicePage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { voiceSampleOf } from "../audio/voices/voice-samples.ts";
import { useLocale } from "../i18n/context.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { Features, Questions, ToolList } from "../ui/Blocks.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Player } from "../ui/player/Player.tsx";
import { soundWaveOf } from "../parts/sample/digit-levels.ts";
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
          {sound && (
            <Player
              label={`${page.name}: ${t("pages:voice.sample")}`}
              src={sound}
              {...soundWaveOf(sound)}
            />
          )}
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
            return (
              spoken && (
                <div className={css["player"]}>
                  <Player
                    label={`${name}: ${t("pages:voice.sample")}`}
                    src={spoken}
                    seconds={soundWaveOf(spoken).seconds}
                  />
                </div>
              )
            );
          }}
        />
      </Section>
      <Changed page={page} />
    </>
  );
}
