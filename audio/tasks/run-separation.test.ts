import { describe, expect, it } from "vitest";
import { openWriter } from "../media/write-audio.ts";
import { readWav, stereoWav } from "#tests/e2e/sounds.ts";
import { failureOf } from "./failure.ts";
import { encoders } from "#runtime/audio/worker/host/encoders.ts";
import { openFile } from "#runtime/audio/worker/host/worker-host.ts";
import type { NetSession } from "../nets/net-session.ts";
import type { DemucsForm } from "#core/models/forms.ts";
import { createOpenSeparation, separationByNet } from "./open-separation.ts";
import { type OpenEngine, type SeparateRequest, runSeparation } from "./run-separation.ts";

const RATE = 16_000;
const song = (seconds: number, channels: 1 | 2 = 2) =>
  stereoWav({ seconds, rate: RATE, channels }, (time) => {
    const voice = 0.3 * Math.sin(2 * Math.PI * 440 * time);
    const side = 0.2 * Math.sin(2 * Math.PI * 620 * time);
    return [voice + side, voice - side];
  });

/** A quarter of the song for each of four sources. */
const quarters: OpenEngine = async (_task, format) => ({
  format,
  sources: ["vocals", "drums", "bass", "other"],
  runsWith: () => null,
  async *separate(blocks) {
    for await (const block of blocks) {
      const part = block.map((plane) => plane.map((value) => value / 4));
      yield [part, part, part, part];
    }
  },
  close: async () => {},
});

async function separate(
  wav: Buffer,
  task: Partial<SeparateRequest<Blob>> = {},
  engine: OpenEngine = quarters,
) {
  const files: Buffer[] = [];
  const done: (number | null)[] = [];
  const result = await runSeparation(
    {
      file: new Blob([wav as Uint8Array<ArrayBuffer>]),
      preset: "stems",
      stems: [
        { stem: "vocals", parts: ["vocals"] },
        { stem: "instrumental", parts: ["drums", "bass", "other"] },
      ],
      output: "wav32f",
      ...task,
    },
    {
      openSource: openFile,
      openWriter: (options) => openWriter(options, encoders),
      openSeparation: engine,
      onProgress: (part) => done.push(part),
      async write(at, position, data) {
        const old = files[at] ?? Buffer.alloc(0);
        const longer = Buffer.alloc(Math.max(old.length, position + data.length));
        longer.set(old);
        longer.set(data, position);
        files[at] = longer;
      },
    },
  );
  return { result, stems: files.map((file) => readWav(file).channels), done };
}

describe("a song that is taken apart", () => {
  it("TLS-1 gives a file for each stem, of one source or several, as long as the song", async () => {
    const wav = song(1.5);
    const given = readWav(wav).channels;
    const { result, stems, done } = await separate(wav);
    expect(stems.map((channels) => channels.map((plane) => plane.length))).toEqual([
      [1.5 * RATE, 1.5 * RATE],
      [1.5 * RATE, 1.5 * RATE],
    ]);
    for (const [i, value] of given[1]!.entries()) {
      expect(stems[0]![1]![i]).toBeCloseTo(value / 4, 6);
      expect(stems[1]![1]![i]).toBeCloseTo((3 * value) / 4, 6);
    }
    expect(result).toMatchObject({
      input: { sampleRate: RATE, channels: 2 },
      output: { sampleRate: RATE, channels: 2 },
      frames: [1.5 * RATE, 1.5 * RATE],
      isMono: false,
      notes: [],
    });
    expect(result.after[0]!.truePeak - result.before.truePeak).toBeCloseTo(-12.04, 1);
    expect(done[0]).toBeNull();
    expect(done.at(-1)).toBe(0.99);
  });

  it("TLS-1 by the built-in engine adds up to the song, and a segment is a song of its own", async () => {
    const wav = song(2);
    const given = readWav(wav).channels;
    const all = ["vocals", "drums", "bass", "other"].map((stem) => ({ stem, parts: [stem] }));
    const { stems } = await separate(
      wav,
      { stems: all },
      createOpenSeparation({ bytes: () => Promise.reject(new Error("None is needed.")) }, () =>
        Promise.reject(new Error("None is needed.")),
      ),
    );
    for (const [side, plane] of given.entries())
      for (const [i, value] of plane.entries()) {
        const sum = stems.reduce((total, one) => total + one[side]![i]!, 0);
        expect(Math.abs(sum - value)).toBeLessThan(1e-3);
      }
    const part = await separate(wav, { part: [0.5, 1] });
    expect(part.result.frames).toEqual([0.5 * RATE, 0.5 * RATE]);
    expect(part.stems[0]![0]![0]).toBeCloseTo(given[0]![0.5 * RATE]! / 4, 6);
  });

  it("TLS-5 by a net comes at the net's rate, in stereo, and adds up to the song", async () => {
    const form: DemucsForm = {
      kind: "demucs",
      sampleRate: 44_100,
      frames: 20_480,
      stems: ["drums", "bass", "other", "vocals"],
      inputs: { wave: "wave", spectrum: "spectrum" },
      outputs: { wave: "waves", spectrum: "spectra" },
    };
    // A quarter of the mix for each stem.
    const session: NetSession = {
      async run(inputs) {
        const { data } = inputs["wave"]!;
        const waves = new Float32Array(4 * data.length);
        for (let stem = 0; stem < 4; stem++)
          waves.set(
            (data as Float32Array).map((value) => value / 4),
            stem * data.length,
          );
        const { data: bins } = inputs["spectrum"]!;
        return {
          waves: { data: waves, dims: [1, 4, 2, data.length / 2] },
          spectra: { data: new Float32Array(4 * bins.length), dims: [4 * bins.length] },
        };
      },
      close: async () => {},
    };
    const wav = stereoWav({ seconds: 1.2, rate: 44_100 }, (time) => [
      0.4 * Math.sin(3000 * time),
      0.3 * Math.sin(5000 * time),
    ]);
    const all = form.stems.map((stem) => ({ stem, parts: [stem] }));
    const { result, stems } = await separate(wav, { stems: all }, async (_task, format) =>
      separationByNet(session, form, { given: format }),
    );
    expect(result.output).toEqual({ sampleRate: 44_100, channels: 2 });
    for (const [side, plane] of readWav(wav).channels.entries()) {
      expect(stems[0]![side]).toHaveLength(plane.length);
      for (const [i, value] of plane.entries()) {
        const sum = stems.reduce((total, one) => total + one[side]![i]!, 0);
        if (Math.abs(sum - value) > 1e-5) expect(`${i} ${sum}`).toBe(`${i} ${value}`);
      }
    }
  });

  it("TLS-4 says that there is one side alone, in a file of one channel and of two that are the same", async () => {
    expect((await separate(song(0.5, 1))).result.isMono).toBe(true);
    const same = stereoWav({ seconds: 0.5, rate: RATE }, (time) => [
      Math.sin(900 * time),
      Math.sin(900 * time),
    ]);
    expect((await separate(same)).result.isMono).toBe(true);
  });

  it("TLS-4 says that silence is silence", async () => {
    const silent = stereoWav({ seconds: 4, rate: RATE }, () => [0, 0]);
    const failed = separate(silent).then(
      () => null,
      (error: unknown) => failureOf(error),
    );
    expect(await failed).toMatchObject({ kind: "fault", code: "file.silent" });
  });
});
