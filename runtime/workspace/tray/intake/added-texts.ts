import type { Translate } from "#runtime/i18n/translate.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

/**
 * Numbers of files that were added to the tray and that were there already, as texts; nothing for a
 * number of 0.
 * @param before files of the tray before
 * @param ids results of adding; an id may occur twice
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
