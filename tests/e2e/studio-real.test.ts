import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { wordErrors } from "#cli/models/word-errors.ts";
import { inLongRun, isLong } from "../left-out.ts";
import { useBrowser } from "./browser.ts";
import { wavOf } from "./sounds.ts";
import { type StudioPage, pullModel, realModel, serveStudio } from "./studio-server.ts";

useBrowser();

const RATE = 44_100;
/** More than one piece of HTDemucs. */
const SECONDS = 9;
let site: Awaited<ReturnType<typeof serveStudio>>;
beforeAll(async () => {
  if (isLong) site = await serveStudio({});
}, 300_000);
afterAll(() => site?.close());

const drumAt = (time: number): number => {
  const hit = time % 0.5;
  return (
    0.4 * Math.sin(2 * Math.PI * (50 * hit + 6 * (1 - Math.exp(-25 * hit)))) * Math.exp(-12 * hit)
  );
};
const bassAt = (time: number): number => {
  const pitch = [55, 65.4, 49, 73.4][Math.floor(time) % 4]!;
  const tone = [1, 0.5, 0.3].reduce(
    (sum, level, k) => sum + level * Math.sin(2 * Math.PI * pitch * (k + 1) * time),
    0,
  );
  return 0.15 * tone * Math.exp(-1.5 * (time % 1));
};
const toneAt = (time: number): number =>
  [330, 415, 494].reduce((sum, hertz) => sum + 0.05 * Math.sin(2 * Math.PI * hertz * time), 0);

/** dB of what of a stem is the truth, whatever its level. */
function siSdr(found: readonly number[], truthAt: (time: number) => number): number {
  let [both, own, all] = [0, 0, 0];
  for (const [at, sample] of found.entries()) {
    const truth = truthAt(at / RATE);
    both += sample * truth;
    own += truth * truth;
    all += sample * sample;
  }
  const target = (both * both) / own;
  return 10 * Math.log10(target / (all - target));
}

/** Bytes that the page's process took at most, with its workers; of Linux alone. */
async function peakMemory(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  return Math.max(...peaks.map((kilobytes) => 1024 * Number(kilobytes)));
}

it(
  "TLS-5 the real HTDemucs takes a song apart in a browser: four stems that sum to it",
  { ...inLongRun, timeout: 1_800_000 },
  async ({ annotate }) => {
    pullModel("htdemucs");
    const song = wavOf(
      { seconds: SECONDS, rate: RATE },
      (time) => drumAt(time) + bassAt(time) + toneAt(time),
    );
    const given = { model: realModel("htdemucs"), song: Array.from(song) };
    const found = await site.open(async (page) => {
      const result = await page.evaluate(async ({ model, song: bytes }) => {
        const { host, store } = globalThis as unknown as StudioPage;
        for (const { url, sha256 } of model.files)
          await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
        const mix = new Int16Array(Uint8Array.from(bytes.slice(44)).buffer);
        const runs: BackendInfo[] = [];
        const stems: number[][] = [[], [], [], []];
        let max = 0;
        let start = performance.now();
        const blocks = host.separate(new Blob([Uint8Array.from(bytes)]), {
          model,
          signal: new AbortController().signal,
          onRunsWith(value) {
            runs.push(value);
            start = performance.now();
          },
        });
        for await (const block of blocks) {
          const offset = stems[0]!.length;
          for (const [at, [left]] of block.entries()) for (const x of left!) stems[at]!.push(x);
          for (let at = offset; at < stems[0]!.length; at++) {
            const sum = stems.reduce((all, stem) => all + stem[at]!, 0);
            max = Math.max(max, Math.abs(sum - mix[at]! / 32_768));
          }
        }
        return { runs, stems, most: max, seconds: (performance.now() - start) / 1000 };
      }, given);
      return { ...result, memory: await peakMemory(page) };
    });
    const gigabytes = (found.memory / 1e9).toFixed(1);
    await annotate(
      `${found.seconds.toFixed(0)} s for ${SECONDS} s on ${found.runs[0]?.threads} threads, ${gigabytes} GB`,
    );
    expect(found.runs).toMatchObject([{ backend: "wasm" }]);
    expect(found.stems.map(({ length }) => length)).toEqual(Array(4).fill(SECONDS * RATE));
    // −60 dB of full scale.
    expect(found.most).toBeLessThan(1e-3);
    const [drums, bass, other] = found.stems;
    expect(siSdr(drums!, drumAt)).toBeGreaterThan(3);
    expect(siSdr(bass!, bassAt)).toBeGreaterThan(3);
    expect(siSdr(other!, toneAt)).toBeGreaterThan(3);
    expect(found.memory).toBeLessThan(4e9);
  },
);

it("TLS-5 the real Moonshine transcribes read speech in a browser", inLongRun, async () => {
  pullModel("moonshine-tiny-en");
  const file = path.join(import.meta.dirname, "../../runtime/public/samples/voice-before.mp3");
  const given = { model: realModel("moonshine-tiny-en"), sound: Array.from(fs.readFileSync(file)) };
  const found = await site.open((page) =>
    page.evaluate(async ({ model, sound: bytes }) => {
      const { host, store } = globalThis as unknown as StudioPage;
      for (const { url, sha256 } of model.files)
        await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
      const runs: BackendInfo[] = [];
      const texts: string[] = [];
      const transcript = host.transcribe(new Blob([Uint8Array.from(bytes)]), {
        model,
        signal: new AbortController().signal,
        onRunsWith: (value) => runs.push(value),
      });
      for await (const { text, finished } of transcript) if (finished) texts.push(text);
      const cache = await caches.open("toolkit-model-verdicts-1");
      const verdicts = (await cache.matchAll()).map((answer) => answer.text());
      return { runs, text: texts.join(" "), verdicts: await Promise.all(verdicts) };
    }, given),
  );
  expect(found).toMatchObject({
    runs: [{ backend: "wasm", reason: "small" }],
    verdicts: ["right"],
  });
  const truth =
    "He was not an ill disposed young man. He might even have been made amiable himself.";
  expect(wordErrors(found.text, truth).errors, found.text).toBeLessThanOrEqual(2);
});
