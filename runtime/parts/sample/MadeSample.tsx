import type { ToolPage } from "#core/page/page.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Player } from "../../ui/player/Player.tsx";
import { soundWaveOf } from "./digit-levels.ts";
import { SampleProblems } from "./SampleVoices.tsx";
import css from "./tool-sample.module.css";
import { madeSampleOf } from "./tool-samples.ts";

/** A sound that a tool made without a recording: nothing is fetched before playback. */
export function MadeSample({ page }: { readonly page: ToolPage }) {
  const { t, locale } = useLocale();
  const made = page.available ? madeSampleOf(page, locale.code) : null;
  if (made === null) return null;
  const title = t("pages:tool.sample.title");
  return (
    <figure className={css["sample"]}>
      <span className={css["title"]}>{title}</span>
      <Player label={title} src={made.sound} {...soundWaveOf(made.sound)} />
      <figcaption>
        {made.says === "tts" && <q>{t("pages:tool.sample.spoken")}</q>}{" "}
        {t(`pages:tool.sample.${made.says}`)}
        <SampleProblems />
      </figcaption>
    </figure>
  );
}
