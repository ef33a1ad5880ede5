import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { TranscriptSegment } from "#audio/nets/studio/transcribe.ts";
import { demucsForm, demucsGraph } from "../nets/demucs-graph.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "../nets/moonshine-graphs.ts";
import { useBrowser } from "./browser.ts";
import { wavOf } from "./sounds.ts";
import { type StudioPage, serveStudio, SOFTWARE_CARD } from "./studio-server.ts";

// A graphics card that the processor plays.
useBrowser(SOFTWARE_CARD);

const FORM = demucsForm(65_536);
const TOKENS = ["<unk>", "<s>", "</s>", "▁one", "▁two", "▁three"];
const vocab = Object.fromEntries(TOKENS.map((token, id) => [token, id]));
const FILES: Readonly<Record<string, Buffer>> = {
  graph: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
  encoder: encoderGraph(),
  decoder: decoderGraph(MOONSHINE_FORM),
  vocabulary: Buffer.from(JSON.stringify({ model: { vocab } })),
};
const RATE = 44_100;
/** More than one piece of the net. */
const SONG = wavOf({ seconds: 2, rate: RATE }, (time) => 0.4 * Math.sin(2000 * time * (1 + time)));
const spoken = spokenTokens([3, 4, 5, 3, 2, 2, 2, 2, 2, 2]);
const SPEECH = wavOf(
  { seconds: spoken.length / 16_000 },
  (time) => spoken[Math.round(time * 16_000)] ?? 0,
);

let site: Awaited<ReturnType<typeof serveStudio>>;
beforeAll(async () => {
  site = await serveStudio(FILES);
});
afterAll(() => site.close());

it(
  "TLS-5 studio models run on the graphics card and the processor alike, and are gone when cancelled",
  inLongRun,
  async () => {
    await site.open(async (page) => {
      const files = Object.entries(FILES).map(([role, net]) => ({
        role,
        url: `/${role}.onnx`,
        sha256: createHash("sha256").update(net).digest("hex"),
        bytes: net.length,
      }));
      const given = {
        files,
        form: FORM,
        speechForm: MOONSHINE_FORM,
        song: Array.from(SONG),
        speech: Array.from(SPEECH),
      };
      const found = await page.evaluate(async ({ files: nets, form, speechForm, song, speech }) => {
        const { host, store } = globalThis as unknown as StudioPage;
        for (const { url, sha256 } of nets)
          await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
        const wav = new Blob([Uint8Array.from(song)]);
        const mix = new Int16Array(Uint8Array.from(song.slice(44)).buffer);
        const runs: BackendInfo[] = [];
        const model = { id: "quarter", files: nets, form, memory: 1e8 };
        const options = {
          model,
          consistent: false,
          onRunsWith: (value: BackendInfo) => runs.push(value),
        };
        /** The largest difference between the mix and its four quarters. */
        const separate = async (processor: boolean): Promise<[number, number]> => {
          let frames = 0;
          let max = 0;
          const signal = new AbortController().signal;
          for await (const stems of host.separate(wav, { ...options, processor, signal })) {
            const { length } = stems[0]![0]!;
            for (let at = 0; at < length; at++) {
              const sum = stems.reduce((all, stem) => all + stem[1]![at]!, 0);
              max = Math.max(max, Math.abs(sum - mix[frames + at]! / 32_768));
            }
            frames += length;
          }
          return [frames, max];
        };
        const card = await separate(false);
        const processor = await separate(true);
        const texts: TranscriptSegment[] = [];
        const own = { id: "words", files: nets, form: speechForm, memory: 1e8 };
        const recording = new Blob([Uint8Array.from(speech)]);
        for await (const text of host.transcribe(recording, {
          model: own,
          signal: new AbortController().signal,
        }))
          texts.push(text);
        const abort = new AbortController();
        const stems = host.separate(wav, { ...options, signal: abort.signal });
        const next = stems.next().then(
          () => "stems",
          (error: Error) => error.message,
        );
        abort.abort(new Error("cancelled"));
        const isolated = globalThis.crossOriginIsolated;
        return { card, processor, runs, texts, cancelled: await next, isolated };
      }, given);
      const frames = 2 * RATE;
      expect(found).toMatchObject({
        isolated: true,
        card: [frames, 0],
        processor: [frames, 0],
        cancelled: "cancelled",
        runs: [
          { backend: "webgpu", threads: 1, reason: null },
          { backend: "wasm", reason: "asked" },
        ],
      });
      expect(found.runs[1]!.threads).toBeGreaterThan(1);
      expect(found.texts.map(({ text, finished }) => [text, finished])).toEqual([
        ["one", false],
        ["one two", false],
        ["one two three", false],
        ["one two three one", false],
        ["one two three one", true],
      ]);
    });
  },
);
