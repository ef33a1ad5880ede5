import { openJapaneseReadings } from "#audio/speech/japanese-readings.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

/** Bytes of a gzip file begin with these. */
const PACKED = [0x1f, 0x8b] as const;

/** Some hosts unpack on the way what they know to be packed. */
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

scope.addEventListener(
  "message",
  async ({ data }: MessageEvent<{ turn: number; folder: string; text: string }>) => {
    const { turn, folder, text } = data;
    try {
      opened ??= openJapaneseReadings((file) => load(folder + file.replace(/\.gz$/, "")));
      scope.postMessage({ turn, readings: (await opened)(text) });
    } catch (error) {
      opened = null;
      scope.postMessage({ turn, error: String(error) });
    }
  },
);
