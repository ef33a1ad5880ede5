import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import type * as Blocks from "#audio/signal/blocks.ts";
import { readWav, stereoWav } from "#tests/e2e/sounds.ts";

const spoiler = vi.hoisted(() => ({ isOn: false, times: 0 }));

vi.mock("../../../audio/signal/blocks.ts", async (load) => {
  const { spoilBorrowed } = await import("#tests/spoil-borrowed.ts");
  return spoilBorrowed(await load<typeof Blocks>(), spoiler);
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "lending-"));
// Later tests must not get them either.
afterAll(() => {
  spoiler.isOn = false;
  vi.doUnmock("../../../audio/signal/blocks.ts");
  vi.resetModules();
  fs.rmSync(folder, { recursive: true });
});

// Other tests may have loaded these modules before, without poisoned blocks.
vi.resetModules();
const { SEPARATION_PRESETS } = await import("#audio/separation/presets.ts");
const { createResources } = await import("../effects/resources.ts");
const { createOpenSeparation } = await import("#audio/tasks/open-separation.ts");
const { separateFile } = await import("./separate-file.ts");

const home = path.resolve(import.meta.dirname, "../../..");

it.each(["stems", "speech"] as const)(
  "TLS-1 of %s, blocks that are lent are not looked at after their time",
  async (preset) => {
    const input = path.join(folder, "song.wav");
    const wav = stereoWav({ seconds: 2.5, rate: 44_100, channels: 2 }, (time) => {
      const stroke = Math.exp(-((time * 3) % 1) * 20) * Math.sin(5000 * time * time);
      const tone = 0.2 * Math.sin(1400 * time) * Math.max(0, Math.sin(20 * time));
      return [tone + 0.3 * stroke, tone - 0.1 * stroke];
    });
    fs.writeFileSync(input, wav);
    const run = async (isOn: boolean) => {
      spoiler.isOn = isOn;
      const outputs = SEPARATION_PRESETS[preset].map((stem) => {
        return { stem, parts: [stem], file: path.join(folder, `${stem}-${String(isOn)}.wav`) };
      });
      const options = { signal: new AbortController().signal, onProgress: () => {} };
      const engine = createOpenSeparation(createResources(home), () =>
        Promise.reject(new Error("None is needed.")),
      );
      await separateFile({ input, preset, format: "wav32f", outputs }, () => engine, options);
      return outputs.map(({ file }) => readWav(fs.readFileSync(file)).channels);
    };
    const expected = await run(false);
    const before = spoiler.times;
    const found = await run(true);
    expect(spoiler.times - before).toBeGreaterThan(5);
    for (const [stem, channels] of expected.entries())
      for (const [channel, samples] of channels.entries()) {
        const other = found[stem]![channel]!;
        expect(other.length).toBe(samples.length);
        expect(samples.findIndex((sample, at) => sample !== other[at])).toBe(-1);
      }
  },
);
