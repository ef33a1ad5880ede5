import { describe, expect, it } from "vitest";
import { addSource, moveClip } from "../../edit/arrange.ts";
import { type Edit, changeTrack, createEdit } from "../../edit/edit.ts";
import { remove, reverse, selectAll } from "../../edit/operations.ts";
import { writeProvenance, readProvenance } from "../../media/tags/provenance.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { createNoise, readWav, wavOf } from "#tests/e2e/sounds.ts";
import { openMix } from "./open-mix.ts";
import { openFile } from "#runtime/audio/worker/host/worker-host.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";

const RATE = 8000;
const noise = createNoise();
const talk = wavOf({ seconds: 3, rate: RATE }, () => 0.5 * noise());
const samples = readWav(talk).channels[0]!;
const sources = { talk: new Blob([new Uint8Array(talk)]) };
const opened = addSource(createEdit(RATE, 1), {
  source: "talk",
  name: "Talk",
  frames: samples.length,
  channels: 1,
});
const TRACK = opened.tracks[0]!.id;

async function soundOf(mix: Mix): Promise<Float32Array[]> {
  const { source } = await openMix(mix, openFile);
  const blocks: (readonly Float32Array[])[] = [];
  for await (const block of source.blocks()) blocks.push(block);
  source.close();
  return joinBlocks(blocks, source.format.channels);
}

describe("what an edit sounds like", () => {
  it("TLS-1 comes bit for bit, cut and turned", async () => {
    expect((await soundOf({ edit: opened, sources }))[0]).toEqual(samples);
    const part = { ...selectAll(opened), start: 1000, end: 2000 };
    const cut = (await soundOf({ edit: remove(opened, part), sources }))[0]!;
    expect(cut).toEqual(Float32Array.from([...samples.slice(0, 1000), ...samples.slice(2000)]));
    const turned = await soundOf({ edit: reverse(opened, selectAll(opened)), sources });
    expect(turned[0]).toEqual(samples.toReversed());
    const range = [500, 900] as const;
    expect((await soundOf({ edit: opened, sources, range }))[0]).toEqual(samples.slice(500, 900));
  });

  it("TLS-1 has the tags of its first file, and says that a voice was changed whichever file brings it", async () => {
    const edit = createEdit(RATE, 1);
    const openTagged = async (file: Blob) => {
      const source = await openFile(file);
      const { comment } = writeProvenance({}, "changed");
      return { ...source, tags: file === sources.talk ? { title: "Talk" } : { comment } };
    };
    const tagsOf = async (files: Record<string, Blob>) =>
      (await openMix({ edit, sources: files }, openTagged)).source.tags;
    expect(await tagsOf(sources)).toEqual({ title: "Talk" });
    const { title, comment } = await tagsOf({ ...sources, robot: sources.talk.slice() });
    expect(title).toBe("Talk");
    expect(readProvenance(comment ?? "")).toBe("changed");
  });

  it("TLS-2 files of other rates and channels are fitted, without seams between pieces", async () => {
    const tone = (rate: number, seconds: number) =>
      wavOf({ seconds, rate }, (time) => 0.5 * Math.sin(2 * Math.PI * 440 * time));
    const file = new Blob([new Uint8Array(tone(11_025, 12))]);
    const edit = addSource(createEdit(RATE, 2), {
      source: "tone",
      name: "Tone",
      frames: 12 * RATE,
      channels: 1,
    });
    const [left, right] = await soundOf({ edit, sources: { tone: file } });
    expect(left).toEqual(right);
    expect(left).toHaveLength(12 * RATE);
    let worst = 0;
    for (let at = 200; at < left!.length - 200; at++) {
      const expected = 0.5 * Math.sin((2 * Math.PI * 440 * at) / RATE);
      worst = Math.max(worst, Math.abs(left![at]! - expected));
    }
    expect(worst).toBeLessThan(1e-4);
  });

  it("TLS-1 is read in any order, one track alone, and after changes", async () => {
    const both = addSource(opened, { source: "gone", name: "Gone", frames: 100, channels: 1 });
    const muted = changeTrack(both, TRACK, { muted: true, gain: -6 });
    const reader = await openMix({ edit: muted, sources }, openFile);
    expect((await reader.read(2000, 10))[0]).toEqual(new Float32Array(10));
    expect((await reader.read(100, 10, TRACK))[0]).toEqual(samples.slice(100, 110));
    const later: Edit = moveClip(opened, { track: TRACK, at: 0 }, { track: TRACK, at: 50 });
    await reader.change({ edit: later, sources });
    expect((await reader.read(40, 20))[0]).toEqual(
      Float32Array.from([...new Float32Array(10), ...samples.slice(0, 10)]),
    );
    expect((await reader.read(later.sampleRate * 3, 100))[0]).toHaveLength(50);
    reader.source.close();
  });
});
