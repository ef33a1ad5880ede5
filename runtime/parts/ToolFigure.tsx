import type { ToolPage } from "#core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import { figureKind, figureOf } from "#core/figures/sound-figure.ts";
import { ToneKey, Waveform } from "../ui/figures/Waveform.tsx";
import css from "./tool-figure.module.css";

/** A drawing of the tool's effect on a sound, with a legend of its colors. */
export function ToolFigure({ page }: { readonly page: ToolPage }) {
  const t = useT();
  const figure = figureOf(page.slug, figureKind(page.panel, page.preset));
  return (
    <figure className={css["figure"]} data-scroll-in="">
      <div className={css["rows"]}>
        <div>
          <span className={css["name"]}>{t("common:sound.before")}</span>
          <Waveform strokes={figure.before} />
        </div>
        <div>
          <span className={css["name"]}>{t("common:sound.after")}</span>
          <Waveform strokes={figure.after} />
        </div>
      </div>
      <figcaption className={css["caption"]}>
        <span>{t("pages:tool.before")}</span>
        <ToneKey tones={figure.tones} />
      </figcaption>
    </figure>
  );
}
