import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type OutputFormat,
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MkvOutputFormat,
  MpegTsOutputFormat,
  Output,
} from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { readFlac } from "#audio/media/codecs/read-flac.ts";
import { readTrack } from "#audio/media/tracks/read-track.ts";
import type { OutputFormat as ResultFormat } from "#audio/media/writers/output-formats.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { makeSources } from "#tests/bad-files/sources.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const RATE = 48_000;
const folder = mkdtempSync(path.join(tmpdir(), "read-from-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);
const plane = Float32Array.from(
  { length: 2 * RATE },
  (_, i) => 0.4 * Math.sin(i / 20 + i * i * 1e-7),
);

async function gather(blocks: AsyncIterable<Block>): Promise<Float32Array> {
  const all: Block[] = [];
  for await (const block of blocks) all.push(copyFrames(block, 0));
  return joinBlocks(all, 1)[0]!;
}
async function read(name: string, from = 0): Promise<Float32Array> {
  const source = await openAudioFile(at(name));
  const samples = await gather(source.blocks(from));
  source.close();
  return samples;
}
/** dB */
function apart(a: Float32Array, b: Float32Array): number {
  let [noise, signal] = [0, 0];
  for (const [i, sample] of a.entries()) {
    noise += (sample - b[i]!) ** 2;
    signal += sample ** 2;
  }
  return 10 * Math.log10(noise / signal);
}

const ENDINGS = { wav16: "wav", flac: "flac", mp3: "mp3", vorbis: "ogg", opus: "opus" } as const;
beforeAll(async () => {
  for (const [output, ending] of Object.entries(ENDINGS)) {
    const file = at(`a.${ending}`);
    const result = createResult({ file, output: output as ResultFormat, tags: {}, duration: 0 });
    await result.write([plane], { sampleRate: RATE, channels: 1 });
    await result.finish();
  }
});

describe("a sound that is read from a frame on", () => {
  const positions = [1, 959, 20_000, 95_000, 96_000, 200_000];
  it.each(["wav", "flac"])("TLS-2 has the same samples there in %s", async (ending) => {
    const whole = await read(`a.${ending}`);
    for (const from of positions)
      expect(await read(`a.${ending}`, from)).toEqual(whole.slice(from));
  });

  it.each(["mp3", "ogg", "opus"])("TLS-2 sounds the same there in %s", async (ending) => {
    const whole = await read(`a.${ending}`);
    for (const from of positions) {
      const rest = await read(`a.${ending}`, from);
      expect([from, rest.length]).toEqual([from, Math.max(0, whole.length - from)]);
      // A decoder that starts in the middle lacks the preceding state.
      if (rest.length > 0) expect(apart(whole.slice(from), rest)).toBeLessThan(-50);
    }
  });
});

it("TLS-2 mono FLAC that ends in silence is whole", async () => {
  // The last frame has as few bytes as a frame header.
  const quiet = plane.map((sample, i) => (i < RATE ? sample : 0));
  const file = at("quiet.flac");
  const result = createResult({ file, output: "flac", tags: {}, duration: 0 });
  await result.write([quiet], { sampleRate: RATE, channels: 1 });
  await result.finish();
  const source = await openAudioFile(file);
  const samples = await gather(source.blocks());
  expect([samples.length, source.isCut?.()]).toEqual([quiet.length, false]);
  source.close();
});

it.each([
  ["mp3", -25],
  ["ogg", -50],
  ["opus", -50],
])("TLS-2 %s files that were written behind each other are read as one", async (ending, maxDb) => {
  const bytes = readFileSync(at(`a.${ending}`));
  writeFileSync(at(`twice.${ending}`), Buffer.concat([bytes, bytes]));
  const [once, twice] = [await read(`a.${ending}`), await read(`twice.${ending}`)];
  expect(twice.length).toBe(2 * once.length);
  expect(apart(once, twice.slice(0, once.length))).toBeLessThan(maxDb);
  expect(apart(once, twice.slice(once.length))).toBeLessThan(maxDb);
});

describe("FLAC with damage inside", () => {
  /** Zeroes or removes bytes from a fraction of the file onward. */
  const DAMAGES: Readonly<Record<string, (flac: Uint8Array) => Uint8Array>> = {
    zeroed: (flac) => flac.slice().fill(0, flac.length >> 1, (flac.length >> 1) + 4000),
    missing: (flac) =>
      Uint8Array.from([
        ...flac.subarray(0, flac.length >> 1),
        ...flac.subarray((flac.length >> 1) + 4000),
      ]),
  };

  it.each(Object.keys(DAMAGES))(
    "TLS-4 loses what is %s and nothing behind it, wherever reading begins",
    async (damage) => {
      const whole = await read("a.flac");
      writeFileSync(at("hurt.flac"), DAMAGES[damage]!(readFileSync(at("a.flac"))));
      for (const from of [0, 60_000, 90_000]) {
        const source = await openAudioFile(at("hurt.flac"));
        const samples = await gather(source.blocks(from));
        expect([samples.length, source.isCut?.(), source.hasHoles?.()]).toEqual([
          whole.length - from,
          false,
          true,
        ]);
        source.close();
        const wrong = samples.findIndex((sample, i) => sample !== 0 && sample !== whole[from + i]);
        expect(wrong).toBe(-1);
        // At most two frames of 4096 samples are affected.
        const silent = samples.filter((sample) => sample === 0).length;
        expect(silent).toBeLessThan(2.1 * 4096);
      }
    },
  );

  it("TLS-4 and no end is reported too early", async () => {
    const hurt = DAMAGES["zeroed"]!(readFileSync(at("a.flac")));
    writeFileSync(at("hurt.flac"), hurt.subarray(0, -100));
    const source = await openAudioFile(at("hurt.flac"));
    const samples = await gather(source.blocks());
    expect([source.isCut?.(), source.hasHoles?.()]).toEqual([true, true]);
    expect(samples.length).toBeGreaterThan(plane.length * 0.9);
    source.close();
  });
});

describe("FLAC whose frames state the sample rate in kilohertz", () => {
  it.each([12_000, 64_000])(
    "TLS-18 reads %i Hz whole and reports only real holes",
    async (rate) => {
      const file = at(`${rate}.flac`);
      const result = createResult({ file, output: "flac", tags: {}, duration: 0 });
      await result.write([plane], { sampleRate: rate, channels: 1 });
      await result.finish();
      const flac = readFileSync(file);
      const open = async (from: number): Promise<unknown> => {
        const source = await openAudioFile(file);
        const { length } = await gather(source.blocks(from));
        source.close();
        return [length, source.isCut?.(), source.hasHoles?.()];
      };
      for (const from of [0, 60_000])
        expect(await open(from)).toEqual([plane.length - from, false, false]);
      writeFileSync(file, flac.fill(0, flac.length >> 1, (flac.length >> 1) + 4000));
      expect(await open(0)).toEqual([plane.length, false, true]);
    },
  );
});

/**
 * Remuxes the packets of a file into another container. @param timeOf maps a packet's time in
 * seconds
 */
async function remux(name: string, format: OutputFormat, timeOf: (time: number) => number) {
  const source = new BufferSource(readFileSync(at(name)));
  const track = (await new Input({ formats: ALL_FORMATS, source }).getPrimaryAudioTrack())!;
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const packets = new EncodedAudioPacketSource((await track.getCodec())!);
  output.addAudioTrack(packets);
  await output.start();
  const meta = { decoderConfig: (await track.getDecoderConfig())! };
  for await (const packet of new EncodedPacketSink(track).packets())
    await packets.add(packet.clone({ timestamp: Math.max(0, timeOf(packet.timestamp)) }), meta);
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

it.each([0.05, 0.5])("TLS-2 a gap of %f s between packets is silence", async (gap) => {
  const late = (time: number): number => (time > 1 ? time + gap : time);
  writeFileSync(at("gap.mka"), await remux("a.opus", new MkvOutputFormat(), late));
  const [whole, found] = [await read("a.opus"), await read("gap.mka")];
  // Decoders may hold back less than a tenth of a second.
  const added = gap > 0.1 ? gap * RATE : 0;
  expect(Math.abs(found.length - whole.length - added)).toBeLessThan(0.03 * RATE);
  const quiet = found.filter((sample) => sample === 0).length;
  expect(Math.abs(quiet - added)).toBeLessThan(0.03 * RATE);
});

it.each([0, 1.4, 9000])(
  "TLS-2 a broadcast that begins at %f s of its clock begins at 0",
  async (start) => {
    writeFileSync(
      at("a.ts"),
      await remux("a.mp3", new MpegTsOutputFormat(), (time) => time + start),
    );
    const [source, samples] = [await openAudioFile(at("a.ts")), await read("a.ts")];
    source.close();
    // This container does not state encoder delay and padding.
    expect(Math.abs(samples.length - plane.length)).toBeLessThan(0.06 * RATE);
    expect(Math.abs(source.duration * RATE - samples.length)).toBeLessThan(0.03 * RATE);
    expect((await read("a.ts", 20_000)).length).toBe(samples.length - 20_000);
  },
);

describe("FLAC that a platform's decoder gives up with", () => {
  async function readOn(bytes: Uint8Array, from: number) {
    const input = new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(Uint8Array.from(bytes)),
    });
    const track = (await input.getPrimaryAudioTrack())!;
    let isCut = false;
    let holes = 0;
    const blocks = readTrack(track, {
      format: { sampleRate: await track.getSampleRate(), channels: 1 },
      from,
      origin: 0,
      minFrames: 0,
      reader: () => {
        throw new Error("The platform gives up");
      },
      fallback: async () => readFlac,
      onCut: () => (isCut = true),
      onHole: () => holes++,
    });
    return { samples: await gather(blocks), isCut: () => isCut, holes: () => holes };
  }

  it("TLS-4 is read on from any frame to its last whole packet", async () => {
    const { flac } = await makeSources();
    const whole = await readOn(flac, 0);
    expect(whole.samples.length).toBe(8000);
    const cut = await readOn(flac.slice(0, -3), 1000);
    expect(cut.isCut()).toBe(true);
    expect(cut.samples.length).toBeGreaterThan(1000);
    expect(cut.samples).toEqual(whole.samples.slice(1000, 1000 + cut.samples.length));
    const broken = flac.slice();
    broken[flac.length >> 1]! ^= 16;
    // Damage in the middle becomes silence, and the rest keeps its position.
    const found = await readOn(broken, 0);
    expect(found.holes()).toBe(1);
    expect(found.isCut()).toBe(false);
    expect(found.samples.length).toBe(whole.samples.length);
    const silent = found.samples.filter((sample) => sample === 0).length;
    expect(silent).toBeGreaterThan(1000);
    expect(found.samples.every((sample, i) => sample === 0 || sample === whole.samples[i])).toBe(
      true,
    );
  });
});
