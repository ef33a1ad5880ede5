import type { Translate } from "#runtime/i18n/translate.ts";
import type { TrayFile } from "../../contract/file.ts";

/**
 * How many files have been added to the tray, and how many were in it already; nothing of either if it is none.
 * @param before files of the tray until then
 * @param ids of what was given to the tray; the same file may occur twice
 */
export function addedTexts(
  before: readonly Pick<TrayFile, "id">[],
  ids: readonly string[],
  t: Translate,
): readonly string[] {
  const present = new Set(before.map(({ id }) => id));
  const given = new Set(ids);
  const known = [...given].filter((id) => present.has(id)).length;
  const added = given.size - known;
  return [
    ...(added > 0 ? [t("workspace:tray.added", { count: added })] : []),
    ...(known > 0 ? [t("workspace:tray.already", { count: known })] : []),
  ];
}
