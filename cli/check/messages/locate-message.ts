import path from "node:path";
import type { Location } from "#core/errors/errors.ts";
import { readText } from "../../files/files.ts";
import { type JsonLocation, jsonLocations } from "../../files/json-locations.ts";

/** Finds the line of a key in the first of some files that has it. */
export function createLocator(root: string) {
  const known = new Map<
    string,
    { file: string; locations: ReadonlyMap<string, JsonLocation> } | null
  >();
  const open = (absolute: string) => {
    let found = known.get(absolute);
    if (found === undefined) {
      const text = readText(absolute);
      const file = path.relative(root, absolute).split(path.sep).join("/");
      known.set(
        absolute,
        (found = text === undefined ? null : { file, locations: locationsIn(text) }),
      );
    }
    return found;
  };
  return (files: readonly string[], key: string): Location => {
    const candidates = files.map(open).filter((found) => found !== null);
    for (const { file, locations } of candidates) {
      const position = locations.get(key);
      if (position) return { file, ...position };
    }
    const file = candidates[0]?.file ?? path.relative(root, files[0]!).split(path.sep).join("/");
    return { file };
  };
}

function locationsIn(text: string): ReadonlyMap<string, JsonLocation> {
  try {
    return jsonLocations(text);
  } catch {
    return new Map();
  }
}
