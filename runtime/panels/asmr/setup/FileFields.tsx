import { SCAPE_RATE } from "#audio/soundscape/write-scape.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { estimateSize } from "#runtime/audio/estimate-size.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { type ScapeSetup, FADES, LENGTHS } from "./setup.ts";
import type { ChangeSetup } from "./use-setup.ts";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/** Settings of the file: length, loop, binaural rendering and format. */
export function FileFields({
  setup: { seconds, loop, fade, binaural, output },
  onChange,
}: {
  readonly setup: ScapeSetup;
  readonly onChange: ChangeSetup;
}) {
  const { t, format } = useLocale();
  const size = estimateSize(output, { sampleRate: SCAPE_RATE, channels: 2 }, seconds);
  // A seamless loop needs a format whose encoder adds no padding.
  const hint = loop && (output === "mp3" || output === "m4a") ? t("panel-asmr:gap") : undefined;
  return (
    <div className={css["settings"]}>
      <Checkbox
        as="switch"
        label={t("panel-asmr:binaural")}
        checked={binaural}
        onChange={({ target }) => onChange({ binaural: target.checked })}
      />
      <Select
        label={t("panel-asmr:length")}
        {...(size !== null && { hint: t("panel-asmr:size", { size: format.bytes(size) }) })}
        value={seconds}
        onChange={({ target }) => onChange({ seconds: Number(target.value) })}
      >
        {LENGTHS.map((one) => (
          <option key={one} value={one}>
            {format.duration(one)}
          </option>
        ))}
      </Select>
      <Checkbox
        as="switch"
        label={t("panel-asmr:loop")}
        checked={loop}
        onChange={({ target }) => onChange({ loop: target.checked })}
      />
      {!loop && (
        <Select
          label={t("panel-asmr:fade.label")}
          value={fade}
          onChange={({ target }) => onChange({ fade: Number(target.value) })}
        >
          {FADES.filter((minutes) => 60 * minutes <= seconds).map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0
                ? t("panel-asmr:fade.none")
                : t("panel-asmr:fade.minutes", { count: minutes })}
            </option>
          ))}
        </Select>
      )}
      <OutputSelect
        value={output}
        formats={FORMATS}
        {...(hint !== undefined && { hint })}
        onChange={(next) => onChange({ output: next })}
      />
    </div>
  );
}
