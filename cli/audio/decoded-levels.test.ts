import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { raisedAbove } from "./raised-peak.ts";
import { createResult } from "./write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "raised-peak-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

it.each(["mp3", "ogg", "opus"])(
  "TLS-3 what players decode of %s stays below the ceiling, too",
  async (ending) => {
    const random = createRandom(7);
    const noise = Float32Array.from({ length: 88_200 }, () => 0.2 * random.normal());
    const source = createResult({ file: at("noise.wav"), output: "wav32f", tags: {}, duration: 2 });
    await source.write([noise], { sampleRate: 44_100, channels: 1 });
    await source.finish();
    const settings = ["mode=loudness", "loudness=-9"].flatMap((one) => ["--set", one]);
    const out = at(`loud.${ending}`);
    const ran = await run(folder, ["process", "volume", at("noise.wav"), "-o", out, ...settings]);
    expect(ran.code).toBe(0);
    expect(await raisedAbove(-1, out)).toBe(0);
    // It is not attenuated more than necessary.
    expect(await raisedAbove(-3, out)).toBeGreaterThan(0);
  },
);
