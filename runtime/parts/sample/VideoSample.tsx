import type { ToolPage } from "#core/page/page.ts";
import { useT } from "../../i18n/context.tsx";
import css from "./tool-sample.module.css";
import { videoSampleOf } from "./tool-samples.ts";

/**
 * A video made by a tool, in the browser's own player: nothing is fetched or animated before
 * playback.
 */
export function VideoSample({ page }: { readonly page: ToolPage }) {
  const t = useT();
  const sample = page.available ? videoSampleOf(page) : null;
  if (sample === null) return null;
  return (
    <figure className={css["sample"]} aria-labelledby="sample">
      <span id="sample" className={css["title"]}>
        {t("pages:tool.sample.film.title")}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words, under patterns */}
      <video
        className={css["film"]}
        controls
        playsInline
        preload="none"
        width={640}
        height={360}
        poster={sample.poster}
        src={sample.video}
        aria-labelledby="sample"
      />
      <figcaption>{t("pages:tool.sample.film.text")}</figcaption>
    </figure>
  );
}
