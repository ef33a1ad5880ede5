import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { build } from "vite";
import type { RunsWith } from "../../audio/nets/studio/choose-backend.ts";
import type { SpokenText } from "../../audio/nets/studio/transcribe.ts";
import type { ModelHost } from "../../runtime/audio/models/model-host.ts";
import type { ModelStore } from "../../runtime/audio/worker/models/model-store.ts";
import { loadLock, loadRegistry } from "../../cli/models/registry.ts";
import { wordErrors } from "../../cli/models/word-errors.ts";
import { demucsForm, demucsGraph } from "../nets/demucs-graph.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "../nets/moonshine-graphs.ts";
import { useBrowser, withPage } from "./browser.ts";
import { wavOf } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

// A graphics card that the processor plays.
useBrowser([
  "--enable-unsafe-webgpu",
  "--enable-unsafe-swiftshader",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
]);

const FORM = demucsForm(65_536);
const PIECES = ["<unk>", "<s>", "</s>", "▁one", "▁two", "▁three"];
const vocab = Object.fromEntries(PIECES.map((piece, id) => [piece, id]));
const FILES: Readonly<Record<string, Buffer>> = {
  graph: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
  encoder: encoderGraph(),
  decoder: decoderGraph(MOONSHINE_FORM),
  vocabulary: Buffer.from(JSON.stringify({ model: { vocab } })),
};
const RATE = 44_100;
const SONG = wavOf({ seconds: 4, rate: RATE }, (time) => 0.4 * Math.sin(2000 * time * (1 + time)));
const spoken = spokenTokens([3, 4, 5, 3, 2, 2, 2, 2, 2, 2]);
const SPEECH = wavOf(
  { seconds: spoken.length / 16_000 },
  (time) => spoken[Math.round(time * 16_000)] ?? 0,
);
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

const ROOT = path.join(import.meta.dirname, "../..");
/** Where the real models stay from run to run: no repository holds them. */
const CACHE =
  process.env["TOOLKIT_MODELS"] ?? path.join(os.homedir(), ".cache/toolkit-test-models");

/** Brings a real model, once. @throws where there is none: without it the test would prove nothing */
function pullModel(id: string): void {
  const program = path.join(ROOT, "bin/toolkit.mjs");
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, "models", "pull", id, "-o", CACHE, "--root", ROOT],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${id} cannot be pulled: ${stderr.trim()}`);
}

/** A real model, as the site offers it. */
function realModel(id: string) {
  const form = loadRegistry(ROOT, ROOT).find((model) => model.id === id)!.form!;
  const files = loadLock(ROOT, ROOT).models[id]!.files.map((file) => ({
    role: file.role,
    url: `/models/${file.path}`,
    sha256: file.sha256,
    bytes: file.bytes,
  }));
  return { id, form, files, memory: 1e9 };
}

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-forms-"));
  const root = path.join(import.meta.dirname, "../..");
  const input = path.join(root, "tests/e2e/hooks/studio-host.ts");
  const output = { entryFileNames: "host.js" };
  const options = { outDir: folder, emptyOutDir: true, rollupOptions: { input, output } };
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    worker: { format: "es" },
    build: options,
  });
  server = createServer(({ url }, response) => {
    const name = path.join(folder, new URL(url!, "http://a").pathname);
    const net = FILES[path.basename(name, ".onnx")];
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("cross-origin-embedder-policy", "require-corp");
    response.setHeader("content-type", TYPES[path.extname(name)] ?? "text/html");
    if (net) response.end(net);
    else if (url!.startsWith("/models/"))
      fs.createReadStream(path.join(CACHE, url!.slice("/models/".length))).pipe(response);
    else if (url === "/") response.end("<script type=module src=/host.js></script>");
    else
      fs.createReadStream(name)
        .on("error", () => response.end())
        .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

interface Page {
  readonly host: ModelHost;
  readonly store: ModelStore;
}

it("TLS-5 studio models run on the graphics card and the processor alike, and are gone when cancelled", async () => {
  await withPage(
    { baseURL: `http://localhost:${(server.address() as AddressInfo).port}` },
    async (page) => {
      await page.goto("/");
      await page.waitForFunction(() => "host" in globalThis);
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
        const { host, store } = globalThis as unknown as Page;
        for (const { url, sha256 } of nets)
          await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
        const wav = new Blob([Uint8Array.from(song)]);
        const mix = new Int16Array(Uint8Array.from(song.slice(44)).buffer);
        const runs: RunsWith[] = [];
        const model = { id: "quarter", files: nets, form, memory: 1e8 };
        const options = {
          model,
          consistent: false,
          onRunsWith: (value: RunsWith) => runs.push(value),
        };
        /** The largest difference between the mix and its four quarters. */
        const separate = async (processor: boolean): Promise<[number, number]> => {
          let frames = 0;
          let most = 0;
          const signal = new AbortController().signal;
          for await (const stems of host.separate(wav, { ...options, processor, signal })) {
            const { length } = stems[0]![0]!;
            for (let at = 0; at < length; at++) {
              const sum = stems.reduce((all, stem) => all + stem[1]![at]!, 0);
              most = Math.max(most, Math.abs(sum - mix[frames + at]! / 32_768));
            }
            frames += length;
          }
          return [frames, most];
        };
        const card = await separate(false);
        const processor = await separate(true);
        const texts: SpokenText[] = [];
        const own = { id: "words", files: nets, form: speechForm, memory: 1e8 };
        const heard = new Blob([Uint8Array.from(speech)]);
        for await (const text of host.transcribe(heard, {
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
      const frames = 4 * RATE;
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
    },
  );
});

it("TLS-5 the real Moonshine writes down what is read, in a browser", inLongRun, async () => {
  pullModel("moonshine-tiny-en");
  const sound = fs.readFileSync(path.join(ROOT, "runtime/public/samples/voice-before.mp3"));
  const given = { model: realModel("moonshine-tiny-en"), sound: Array.from(sound) };
  const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`;
  const found = await withPage({ baseURL }, async (page) => {
    await page.goto("/");
    await page.waitForFunction(() => "host" in globalThis);
    return page.evaluate(async ({ model, sound: bytes }) => {
      const { host, store } = globalThis as unknown as Page;
      for (const { url, sha256 } of model.files)
        await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
      const runs: RunsWith[] = [];
      const texts: string[] = [];
      const heard = host.transcribe(new Blob([Uint8Array.from(bytes)]), {
        model,
        signal: new AbortController().signal,
        onRunsWith: (value) => runs.push(value),
      });
      for await (const { text, finished } of heard) if (finished) texts.push(text);
      const kept = await caches.open("toolkit-model-verdicts-1");
      const verdicts = (await kept.matchAll()).map((answer) => answer.text());
      return { runs, text: texts.join(" "), verdicts: await Promise.all(verdicts) };
    }, given);
  });
  expect(found).toMatchObject({
    runs: [{ backend: "wasm", reason: "small" }],
    verdicts: ["right"],
  });
  const truth =
    "He was not an ill disposed young man. He might even have been made amiable himself.";
  expect(wordErrors(found.text, truth).errors, found.text).toBeLessThanOrEqual(2);
});
