import { pathToFileURL } from "node:url";
import { askThread } from "./ask-thread.ts";
import { openEspeakPackage } from "./espeak-package.ts";

/** eSpeak NG in a thread of its own, which ends with `close`. */
export function startProgram<Question extends object, Value>() {
  const { script, ranges, read } = openEspeakPackage();
  return askThread<Question, Value>(
    new URL("../../programs/espeak-ng/thread.js", import.meta.url),
    {
      module: pathToFileURL(script).href,
      ranges,
      groups: Object.fromEntries(Object.keys(ranges.groups).map((name) => [name, read(name)])),
    },
  );
}
