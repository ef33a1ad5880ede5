import { OUTPUT_FORMATS, type OutputFormat } from "#audio/media/writers/output-formats.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";

export function ExportFormat({
  value,
  isBrief = false,
  onChange,
}: {
  readonly value: OutputFormat;
  /** Whether its label is for screen readers only. */
  readonly isBrief?: boolean;
  readonly onChange: (output: OutputFormat) => void;
}) {
  const t = useT();
  return (
    <Select
      label={t("panel-kit:output")}
      isBrief={isBrief}
      value={value}
      onChange={({ target }) => onChange(target.value as OutputFormat)}
    >
      {Object.keys(OUTPUT_FORMATS).map((name) => (
        <option key={name} value={name}>
          {t(`panel-kit:format.${name}`)}
        </option>
      ))}
    </Select>
  );
}
