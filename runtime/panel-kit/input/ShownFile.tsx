import { useT } from "../../i18n/context.tsx";
import { Select } from "../../ui/field/Field.tsx";
import type { TrayFile } from "../../contract/file.ts";

/** Chooses which of several files is shown and played; renders nothing for a single file. */
export function ShownFile({
  files,
  shown,
  onShow,
}: {
  readonly files: readonly TrayFile[];
  readonly shown: TrayFile | null;
  readonly onShow: (fileId: string) => void;
}) {
  const t = useT();
  if (!shown || files.length < 2) return null;
  return (
    <Select
      label={t("workspace:shown")}
      value={shown.id}
      onChange={({ target }) => onShow(target.value)}
    >
      {files.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
