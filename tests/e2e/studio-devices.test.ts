import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "../nets/deep-filter-graphs.ts";
import { demucsForm, demucsGraph } from "../nets/demucs-graph.ts";
import { MDX_FORM, mdxGraph } from "../nets/mdx-graph.ts";
import { useBrowser } from "./browser.ts";
import { wavOf } from "./sounds.ts";
import { type StudioPage, serveStudio, SOFTWARE_CARD } from "./studio-server.ts";

useBrowser(SOFTWARE_CARD);

const FORM = demucsForm(65_536);
const NETS = {
  quarter: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
  broken: demucsGraph(FORM, { wave: Number.NaN, spectrum: 0 }),
  half: mdxGraph(MDX_FORM, [0.5, 0.5, 0.5, 0.5]),
  encoder: deepFilterEncoder(),
  "erb-decoder": deepFilterBands(0.5),
  "filter-decoder": deepFilterFilters([0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0]),
};
const formOf = (name: keyof typeof NETS) => (name === "half" ? MDX_FORM : FORM);
const fileOf = (name: keyof typeof NETS, role: string) => ({
  role,
  url: `/${name}.onnx`,
  sha256: createHash("sha256").update(NETS[name]).digest("hex"),
  bytes: NETS[name].length,
});
const SONG = wavOf({ seconds: 2, rate: 44_100 }, (time) => 0.4 * Math.sin(2000 * time));

/** A driver that gives every number that is read back half as large again. */
const BROKEN_DRIVER = `
const read = GPUBuffer.prototype.getMappedRange;
GPUBuffer.prototype.getMappedRange = function (...range) {
  const bytes = read.apply(this, range);
  if (this.usage & GPUBufferUsage.MAP_READ) {
    const numbers = new Float32Array(bytes);
    for (let at = 0; at < numbers.length; at++) numbers[at] *= 1.5;
  }
  return bytes;
};
`;

let sound: Awaited<ReturnType<typeof serveStudio>>;
let faulty: typeof sound;
beforeAll(async () => {
  [sound, faulty] = [await serveStudio(NETS), await serveStudio(NETS, BROKEN_DRIVER)];
});
afterAll(() => {
  sound.close();
  faulty.close();
});

/** What a net makes of the song, with what it ran, and the verdicts that the device keeps. */
function separate(page: Page, name: keyof typeof NETS) {
  const given = {
    model: { id: name, files: [fileOf(name, "graph")], form: formOf(name), memory: 1e8 },
    song: Array.from(SONG),
  };
  return page.evaluate(async ({ model, song }) => {
    const { host, store } = globalThis as unknown as StudioPage;
    const [{ url, sha256: hash }] = model.files as [(typeof model.files)[0]];
    if ((await store.size(hash)) === 0)
      await store.append(hash, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const mix = new Int16Array(Uint8Array.from(song.slice(44)).buffer);
    const runs: BackendInfo[] = [];
    let frames = 0;
    let max = 0;
    let error: string | null = null;
    try {
      for await (const stems of host.separate(new Blob([Uint8Array.from(song)]), {
        model,
        consistent: false,
        signal: new AbortController().signal,
        onRunsWith: (value) => runs.push(value),
      })) {
        const { length } = stems[0]![0]!;
        for (let at = 0; at < length; at++) {
          const sum = stems.reduce((all, stem) => all + stem[0]![at]!, 0);
          max = Math.max(max, Math.abs(sum - mix[frames + at]! / 32_768));
        }
        frames += length;
      }
    } catch (reason) {
      error = (reason as { fault?: { code: string } }).fault?.code ?? String(reason);
    }
    const cache = await caches.open("toolkit-model-verdicts-1");
    const verdicts = await Promise.all((await cache.matchAll()).map((answer) => answer.text()));
    return { runs, frames, most: max, error, verdicts };
  }, given);
}

it(
  "TLS-5 a card that answers a known sound wrongly is not used: the processor does it, and says why",
  inLongRun,
  async () => {
    await faulty.open(async (page) => {
      const found = await separate(page, "quarter");
      expect(found).toMatchObject({ frames: 2 * 44_100, most: 0, error: null });
      expect(found.runs).toMatchObject([{ backend: "wasm", reason: "wrong" }]);
      expect(found.verdicts.sort()).toEqual(["right", "wrong"]);
      // It is not asked again.
      await page.reload();
      await page.waitForFunction(() => "host" in globalThis);
      expect((await separate(page, "quarter")).runs).toMatchObject([
        { backend: "wasm", reason: "wrong" },
      ]);
    });
  },
);

const EFFECTS = {
  denoise: {
    form: { kind: "deep-filter", sampleRate: 48_000 },
    files: (["encoder", "erb-decoder", "filter-decoder"] as const).map((role) =>
      fileOf(role, role),
    ),
  },
  reverb: { form: MDX_FORM, files: [fileOf("half", "graph")] },
} as const;

/** What an effect ran its net with, as it is kept with the result. */
function takeThrough(page: Page, effect: keyof typeof EFFECTS) {
  return page.evaluate(
    async ({ id, net, song }) => {
      const { engine, store } = globalThis as unknown as StudioPage;
      for (const { url, sha256 } of net.files)
        if ((await store.size(sha256)) === 0)
          await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
      const result = await engine.run(
        {
          effect: id,
          file: new Blob([Uint8Array.from(song)]),
          values: { strength: 100 },
          output: "wav16",
          net,
        },
        { signal: new AbortController().signal, sink: new WritableStream() },
      );
      return { runsWith: result.runsWith, frames: result.frames[1] };
    },
    { id: effect, net: EFFECTS[effect], song: Array.from(SONG) },
  );
}

it(
  "TLS-5 TLS-8 stems and effects run on a graphics card that passes the test, else on the processor: the verdict is stored",
  inLongRun,
  async () => {
    const frames = 2 * 44_100;
    await sound.open(async (page) => {
      const found = await separate(page, "half");
      expect(found).toMatchObject({ frames, error: null });
      // Both stems are what they are of, but for rounding.
      expect(found.most).toBeLessThan(1e-5);
      const runsWith = { backend: "webgpu", threads: 1, reason: null };
      expect(found.runs).toMatchObject([runsWith]);
      for (const effect of ["denoise", "reverb"] as const)
        expect([effect, await takeThrough(page, effect)]).toEqual([effect, { runsWith, frames }]);
    });
    await faulty.open(async (page) => {
      const found = await separate(page, "half");
      expect(found.most).toBeLessThan(1e-5);
      const runsWith = { backend: "wasm", reason: "wrong" };
      expect(found.runs).toMatchObject([runsWith]);
      for (const effect of ["denoise", "reverb"] as const)
        expect([effect, await takeThrough(page, effect)]).toMatchObject([
          effect,
          { runsWith, frames },
        ]);
    });
  },
);

it(
  "TLS-5 a model that nothing here runs rightly is refused, with a message of its own",
  inLongRun,
  async () => {
    await sound.open(async (page) => {
      const found = await separate(page, "broken");
      expect(found).toMatchObject({ frames: 0, error: "model.wrong" });
      expect(found.verdicts).toContain("wrong");
    });
  },
);

it("CLI-1 what runs models on a graphics card is published so that each host takes it: packed, and no file of more than 25 MiB", () => {
  const files = fs.readdirSync(path.join(sound.folder, "assets"));
  const sizes = files.map((name) => fs.statSync(path.join(sound.folder, "assets", name)).size);
  expect(files.filter((name) => name.includes("asyncify")).length).toBe(1);
  expect(Math.max(...sizes)).toBeLessThan(25 * 1024 * 1024);
});
