import type { ToolPage } from "#core/page/page.ts";
import { useT } from "../../i18n/context.tsx";
import { ConversionLine } from "./ConversionLine.tsx";
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
        width={sample.width}
        height={sample.height}
        data-upright={sample.height > sample.width ? "" : undefined}
        poster={sample.poster}
        src={sample.video}
        aria-labelledby="sample"
      />
      <ConversionLine conversion={sample.conversion} />
      <figcaption>
        {t(`pages:tool.sample.film.${sample.conversion ? "copied" : "text"}`)}
      </figcaption>
    </figure>
  );
}
