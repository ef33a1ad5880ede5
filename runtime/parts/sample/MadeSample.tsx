import type { ToolPage } from "#core/page/page.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "./tool-sample.module.css";
import { madeSampleOf } from "./tool-samples.ts";

/**
 * A sound that a tool made without a recording, in the browser's own player: nothing is fetched
 * before playback.
 */
export function MadeSample({ page }: { readonly page: ToolPage }) {
  const { t, locale } = useLocale();
  const made = page.available ? madeSampleOf(page, locale.code) : null;
  if (made === null) return null;
  return (
    <figure className={css["sample"]} aria-labelledby="sample">
      <span id="sample" className={css["title"]}>
        {t("pages:tool.sample.title")}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is heard stands below it */}
      <audio
        className={css["sound"]}
        controls
        preload="none"
        src={made.sound}
        aria-labelledby="sample"
      />
      <figcaption>
        {made.says === "tts" && <q>{t("pages:tool.sample.spoken")}</q>}{" "}
        {t(`pages:tool.sample.${made.says}`)}
      </figcaption>
    </figure>
  );
}
