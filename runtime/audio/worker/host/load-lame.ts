import { compileLame } from "#audio/media/mp3/lame/lame.ts";
import address from "../../../../audio/media/mp3/lame/lame.wasm?url";

let module: Promise<WebAssembly.Module> | null = null;

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${address} answered ${answer.status}`);
  return compileLame(new Uint8Array(await answer.arrayBuffer()));
}

/** LAME, ready to be started. What failed is tried anew. @throws {TypeError} where it cannot be had */
export function loadLame(): Promise<WebAssembly.Module> {
  module ??= load();
  module.catch(() => (module = null));
  return module;
}
