import type { RequestedFormat } from "../../audio/requested-format.ts";
import { useT } from "../../i18n/context.tsx";
import { Select } from "../../ui/field/Field.tsx";

/** Chooses the output format. */
export function OutputSelect<F extends RequestedFormat>({
  value,
  formats,
  hint,
  isBrief = false,
  onChange,
}: {
  readonly value: F;
  readonly formats: readonly F[];
  readonly hint?: string;
  /** Whether its label is for screen readers only. */
  readonly isBrief?: boolean;
  readonly onChange: (output: F) => void;
}) {
  const t = useT();
  return (
    <Select
      label={t("panel-kit:output")}
      {...(hint !== undefined && { hint })}
      isBrief={isBrief}
      value={value}
      onChange={({ target }) => onChange(target.value as F)}
    >
      {formats.map((name) => (
        <option key={name} value={name}>
          {t(`panel-kit:format.${name}`)}
        </option>
      ))}
    </Select>
  );
}
