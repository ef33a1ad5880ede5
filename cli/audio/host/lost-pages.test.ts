import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { joinBytes } from "#audio/media/bytes/byte-parts.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "lost-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RATE = 48_000;
const SECONDS = 12;
/** A tone whose level encodes the time. */
const levelAt = (second: number): number => 0.05 + 0.03 * Math.floor(second);
const tone = Float32Array.from(
  { length: SECONDS * RATE },
  (_, i) => levelAt(i / RATE) * Math.sin((2 * Math.PI * 440 * i) / RATE),
);

async function write(ending: "ogg" | "opus"): Promise<Uint8Array> {
  const file = path.join(folder, `whole.${ending}`);
  const output = ending === "ogg" ? "vorbis" : ending;
  const result = createResult({ file, output, tags: {}, duration: SECONDS, ceiling: null });
  await result.write([tone], { sampleRate: RATE, channels: 1 });
  await result.finish();
  return new Uint8Array(readFileSync(file));
}

async function read(bytes: Uint8Array, ending: string) {
  const file = path.join(folder, `lost.${ending}`);
  writeFileSync(file, bytes);
  const source = await openAudioFile(file);
  const blocks: Block[] = [];
  for await (const block of source.blocks()) blocks.push(copyFrames(block, 0));
  source.close();
  const { channels } = source.format;
  return { hasHoles: source.hasHoles?.(), samples: joinBlocks(blocks, channels)[0]! };
}

const pagesIn = (bytes: Uint8Array): number[] => {
  const text = Buffer.from(bytes);
  const offsets: number[] = [];
  for (let at = text.indexOf("OggS"); at >= 0; at = text.indexOf("OggS", at + 4)) offsets.push(at);
  return [...offsets, bytes.length];
};

it.each(["ogg", "opus"] as const)(
  "TLS-18 what follows lost or damaged pages stays at its time: %s",
  async (ending) => {
    const whole = await write(ending);
    const pages = pagesIn(whole);
    const middle = Math.floor(pages.length / 2);
    const [from, to] = [pages[middle]!, pages[middle + 1]!];
    const noise = Uint8Array.from({ length: to - from }, (_, at) => (at * 91) % 256);
    for (const bytes of [[], [noise]].map((gap) =>
      joinBytes([whole.subarray(0, from), ...gap, whole.subarray(to)]),
    )) {
      const { hasHoles, samples } = await read(bytes, ending);
      expect(hasHoles).toBe(true);
      expect(Math.abs(samples.length - tone.length)).toBeLessThan(0.005 * RATE);
      // In the middle of each of the last seconds.
      for (let second = SECONDS - 3; second < SECONDS; second++) {
        const part = samples.subarray((second + 0.2) * RATE, (second + 0.8) * RATE);
        const peak = part.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
        expect(Math.abs(peak - levelAt(second))).toBeLessThan(0.015);
      }
    }
  },
);
