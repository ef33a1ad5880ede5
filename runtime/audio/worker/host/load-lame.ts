import { compileLame } from "#audio/media/mp3/lame/lame.ts";
import address from "../../../../audio/media/mp3/lame/lame.wasm?url";

let module: Promise<WebAssembly.Module> | null = null;

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${address} answered ${answer.status}`);
  return compileLame(new Uint8Array(await answer.arrayBuffer()));
}

/**
 * Loads LAME, compiled but not instantiated. A failed load is retried on the next call. @throws
 * {TypeError} if LAME cannot be loaded
 */
export function loadLame(): Promise<WebAssembly.Module> {
  module ??= load();
  module.catch(() => (module = null));
  return module;
}
