import path from "node:path";

/**
 * Unique names of results in one folder, ignoring case: inputs that differ only by extension get it
 * before the result's extension (`talk-mp3.wav`), and a number if necessary.
 * @param endings extensions of the results
 */
export function nameResults(
  files: readonly string[],
  endings: readonly string[],
): readonly string[] {
  const plain = files.map((file, at) => `${path.parse(file).name}.${endings[at]}`);
  const keys = plain.map((name) => name.toLowerCase());
  const isAlone = keys.map((key) => keys.indexOf(key) === keys.lastIndexOf(key));
  const taken = new Set(keys.filter((_, at) => isAlone[at]));
  return plain.map((name, at) => {
    if (isAlone[at]) return name;
    const { name: stem, ext } = path.parse(files[at]!);
    const longer = ext === "" ? stem : `${stem}-${ext.slice(1)}`;
    for (let number = 1; ; number++) {
      const found = `${longer}${number > 1 ? `-${number}` : ""}.${endings[at]}`;
      if (taken.has(found.toLowerCase())) continue;
      taken.add(found.toLowerCase());
      return found;
    }
  });
}
