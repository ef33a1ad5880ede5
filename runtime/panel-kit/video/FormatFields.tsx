import type { VideoCodecSettings } from "../../audio/find-video-codec.ts";
import { APPS } from "../../audio/worker/pictures/layout.ts";
import { type Look, SHAPES } from "../../audio/worker/pictures/look.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { Checkbox, Select } from "../../ui/field/Field.tsx";
import { Fold } from "./Fold.tsx";
import { type VideoOutput, isStill, LINE_NAMES, LINES, RATES } from "./video-settings.ts";
import css from "./video.module.css";
import type { VideoSetup } from "./use-video-setup.ts";

/** Display names of codecs. */
const CODECS = { avc: "H.264", av1: "AV1", vp9: "VP9", vp8: "VP8" } as const;

/** Aspect ratio, size and format. */
export function FormatFields({
  setup,
  outputs,
  writing,
}: {
  readonly setup: VideoSetup;
  readonly outputs: readonly (readonly [output: VideoOutput, name: string])[];
  /** Encoder for such a video; null if the browser has none, undefined until it is known. */
  readonly writing: VideoCodecSettings | null | undefined;
}) {
  const { t, format } = useLocale();
  const { film, change, changeLook } = setup;
  const { look } = film;
  const output = outputs.find(([id]) => id === film.output)?.[1];
  return (
    <Fold
      setup={setup}
      id="format"
      title={t("panel-kit:film.shape")}
      summary={<bdi>{[look.shape, LINE_NAMES[film.lines], output].join(" · ")}</bdi>}
    >
      <div className={css["pair"]}>
        <Select
          label={t("panel-kit:film.ratio")}
          value={look.shape}
          onChange={({ target }) => changeLook({ shape: target.value as Look["shape"] })}
        >
          {SHAPES.map((shape) => (
            <option key={shape}>{shape}</option>
          ))}
        </Select>
        <Select
          label={t("panel-kit:film.lines")}
          value={film.lines}
          onChange={({ target }) =>
            change({ lines: LINES.find((one) => one === Number(target.value))! })
          }
        >
          {LINES.map((lines) => (
            <option key={lines} value={lines}>
              {LINE_NAMES[lines]}
            </option>
          ))}
        </Select>
        <Select
          label={t("panel-kit:film.rate")}
          value={film.rate}
          onChange={({ target }) =>
            change({ rate: RATES.find((one) => one === Number(target.value))! })
          }
        >
          {RATES.map((rate) => (
            <option key={rate}>{rate}</option>
          ))}
        </Select>
        <Select
          label={t("panel-kit:output")}
          value={film.output}
          {...(writing && !isStill(film.output) && { hint: CODECS[writing.codec.name] })}
          onChange={({ target }) => change({ output: target.value as VideoOutput })}
        >
          {outputs.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {writing === null && !isStill(film.output) && (
        <Notice weight="bad">{t("panel-kit:film.cannotWrite")}</Notice>
      )}
      <Checkbox
        label={t("panel-kit:film.clear", { apps: format.list(APPS[look.shape]) })}
        checked={look.clear}
        onChange={({ target }) => changeLook({ clear: target.checked })}
      />
    </Fold>
  );
}
