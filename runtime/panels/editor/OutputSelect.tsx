import { useT } from "../../i18n/context.tsx";
import { Select } from "../../ui/Field.tsx";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import { WANTED_FORMATS } from "../../audio/wanted-format.ts";

/** What is written. @param hint says how */
export function OutputSelect({
  value,
  hint,
  onChange,
}: {
  readonly value: WantedFormat;
  readonly hint?: string;
  readonly onChange: (output: WantedFormat) => void;
}) {
  const t = useT();
  return (
    <Select
      label={t("panel-editor:output")}
      {...(hint !== undefined && { hint })}
      value={value}
      onChange={({ target }) => onChange(target.value as WantedFormat)}
    >
      {WANTED_FORMATS.map((name) => (
        <option key={name} value={name}>
          {t(`panel-editor:format.${name}`)}
        </option>
      ))}
    </Select>
  );
}
