import { pathToFileURL } from "node:url";
import { createThreadClient } from "../audio/threads/thread-client.ts";
import { openEspeakPackage } from "./espeak-package.ts";

/** eSpeak NG in a separate thread, which `close` ends. */
export function startProgram<Call extends (request: never) => Promise<object>>() {
  const { script, ranges, read } = openEspeakPackage();
  return createThreadClient<Call>(new URL("../../programs/espeak-ng/thread.js", import.meta.url), {
    module: pathToFileURL(script).href,
    ranges,
    groups: Object.fromEntries(Object.keys(ranges.groups).map((name) => [name, read(name)])),
  });
}
