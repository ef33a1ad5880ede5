import { FADE_CURVES } from "#audio/signal/fade.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { readClock, writeClock } from "#runtime/panel-kit/settings/clock-text.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { cutTolerance, writeModeFor } from "../parts/write-mode.ts";
import { REQUESTED_FORMATS } from "#runtime/audio/requested-format.ts";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import css from "../parts/panel.module.css";
import type { TrimValues } from "../parts/params.ts";

/** Maximum length of a fade, and the steps of the arrow keys, in seconds. */
const MAX_FADE = 60;
const STEPS = [0.01, 0.5] as const;

/** Fades, snapping and the output format. */
export function TrimSettings({
  values,
  change,
  info: { codec, sampleRate },
}: {
  readonly values: TrimValues;
  readonly change: (part: Partial<TrimValues>) => void;
  readonly info: OpenedFile;
}) {
  const { t, format } = useLocale();
  const { fadeIn, fadeOut, curve, snap, output } = values;
  const fades = fadeIn > 0 || fadeOut > 0;
  const writing = writeModeFor(output, codec, fades);
  const slack = writing.kind === "copy" ? cutTolerance(codec, sampleRate) : 0;
  const isExact = writing.kind === "copy" || writing.lossless;
  const how =
    slack > 0
      ? t("panel-editor:how.copy", { value: 1000 * slack })
      : t(isExact ? "panel-editor:how.exact" : "panel-editor:how.encode");
  const fade = (name: "fadeIn" | "fadeOut") => (
    <DraftField
      label={t(`panel-editor:fade.${name}`)}
      value={values[name]}
      text={writeClock(values[name], format)}
      read={readClock}
      wrong={t("panel-kit:wrongTime")}
      steps={STEPS}
      onCommit={(next) => change({ [name]: Math.min(MAX_FADE, Math.max(0, next)) })}
    />
  );
  return (
    <div className={css["settings"]}>
      <div className={css["fields"]}>
        {fade("fadeIn")}
        {fade("fadeOut")}
        {fades && (
          <Select
            label={t("panel-editor:curve")}
            value={curve}
            onChange={({ target }) => change({ curve: target.value as TrimValues["curve"] })}
          >
            {FADE_CURVES.map((name) => (
              <option key={name} value={name}>
                {t(`panel-editor:curves.${name}`)}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Checkbox
        as="switch"
        label={t("panel-editor:snap")}
        checked={snap}
        onChange={({ target }) => change({ snap: target.checked })}
      />
      <OutputSelect
        formats={REQUESTED_FORMATS}
        value={output}
        hint={how}
        onChange={(next) => change({ output: next })}
      />
    </div>
  );
}
