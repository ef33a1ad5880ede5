import { openJapaneseReadings } from "#audio/speech/japanese-readings.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

/** Magic number of gzip. */
const PACKED = [0x1f, 0x8b] as const;

/** Some hosts decompress files in transit that they recognize as gzip. */
async function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(bytes);
  if (first !== PACKED[0] || second !== PACKED[1]) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function load(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return unpacked(await response.arrayBuffer());
}

let opened: ReturnType<typeof openJapaneseReadings> | null = null;

const serve = createRpcServer(
  async ({ folder, text }: { readonly folder: string; readonly text: string }) => {
    opened ??= openJapaneseReadings((file) => load(folder + file.replace(/\.gz$/, "")));
    // If loading the dictionary failed, the next request retries.
    opened.catch(() => (opened = null));
    return { readings: (await opened)(text) };
  },
  { post: (message) => scope.postMessage(message) },
);
scope.addEventListener("message", ({ data }) => serve(data));
