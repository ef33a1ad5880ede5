import type { ToolPage } from "#core/page/page.ts";
import { useT } from "../../i18n/context.tsx";
import { Player } from "../../ui/player/Player.tsx";
import { ConversionLine } from "./ConversionLine.tsx";
import { soundWaveOf } from "./digit-levels.ts";
import { SampleProblems } from "./SampleVoices.tsx";
import css from "./tool-sample.module.css";
import { videoSampleOf } from "./tool-samples.ts";

/** A video made by a tool: nothing is fetched or animated before playback. */
export function VideoSample({ page }: { readonly page: ToolPage }) {
  const t = useT();
  const sample = page.available ? videoSampleOf(page) : null;
  if (sample === null) return null;
  const title = t("pages:tool.sample.film.title");
  return (
    <figure className={css["sample"]}>
      <span className={css["title"]}>{title}</span>
      <div className={css["film"]} data-upright={sample.height > sample.width ? "" : undefined}>
        <Player
          label={title}
          src={sample.video}
          picture={{ width: sample.width, height: sample.height, poster: sample.poster }}
          {...soundWaveOf(sample.video)}
        />
      </div>
      <ConversionLine conversion={sample.conversion} />
      <figcaption>
        {t(`pages:tool.sample.film.${sample.conversion ? "copied" : "text"}`)}
        <SampleProblems />
      </figcaption>
    </figure>
  );
}
