import { readFile } from "node:fs/promises";
import { compileLame } from "#audio/media/mp3/lame/lame.ts";

const FILE = new URL("../../../audio/media/mp3/lame/lame.wasm", import.meta.url);

let module: Promise<WebAssembly.Module> | null = null;

/** LAME, instantiated in this thread. */
export const loadLame = (): Promise<WebAssembly.Module> =>
  (module ??= readFile(FILE).then(compileLame));
