import { describe, expect, it } from "vitest";
import { openNodeSession } from "#cli/audio/nets/node-session.ts";
import {
  EMBEDDING_FORM,
  embeddingGraph,
  SEGMENTS_FORM,
  segmentsGraph,
  type ToneTurn,
  toneTalk,
} from "#tests/nets/speaker-graphs.ts";
import { findSpeakers } from "./find-speakers.ts";
import {
  createEmbeddingNet,
  createSegmentationNet,
  type SegmentationNet,
  type SpeakerNets,
} from "./speaker-nets.ts";

const openNets = async (): Promise<SpeakerNets> => ({
  segmentation: createSegmentationNet(await openNodeSession(segmentsGraph(), 1), SEGMENTS_FORM),
  embedding: createEmbeddingNet(await openNodeSession(embeddingGraph(), 1), EMBEDDING_FORM),
});

async function* blocksOf(samples: Float32Array, size = 7777) {
  for (let at = 0; at < samples.length; at += size) yield [samples.subarray(at, at + size)];
}

/** A network whose speakers have other numbers in each window, as real ones do. */
const shuffled = (net: SegmentationNet): SegmentationNet => {
  let window = 0;
  return {
    ...net,
    async segment(samples) {
      const by = window++ % 3;
      const turn = (set: number): number => ((set << by) | (set >> (3 - by))) & 7;
      return (await net.segment(samples)).map(turn);
    },
  };
};

const TALK: readonly ToneTurn[] = [
  { voice: 2, from: 0.5, to: 6 },
  { voice: 0, from: 6.2, to: 13 },
  { voice: 2, from: 12, to: 18 },
  { voice: 1, from: 18.5, to: 24.5 },
  { voice: 0, from: 26, to: 31.4 },
];

describe("findSpeakers", () => {
  it("TLS-11 finds who speaks when, with overlaps, whatever numbers a window gives to speakers", async () => {
    const nets = await openNets();
    const talk = toneTalk(TALK, 33);
    const seconds: number[] = [];
    const found = await findSpeakers(
      { ...nets, segmentation: shuffled(nets.segmentation) },
      blocksOf(talk),
      { count: null, onProgress: (done) => seconds.push(done) },
    );
    expect(found.turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 2, 1]);
    expect(found.voices).toHaveLength(3);
    for (const [at, { from, to }] of TALK.entries()) {
      expect(Math.abs(found.turns[at]!.from - from)).toBeLessThan(0.1);
      expect(Math.abs(found.turns[at]!.to - to)).toBeLessThan(0.1);
    }
    expect(seconds.at(-1)).toBe(33);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  it("TLS-11 the result does not depend on how the sound is cut into blocks", async () => {
    const nets = await openNets();
    const talk = toneTalk(TALK, 33);
    const [one, other] = [
      await findSpeakers(nets, blocksOf(talk, 160_000), { count: null }),
      await findSpeakers(nets, blocksOf(talk, 333), { count: null }),
    ];
    expect(other).toEqual(one);
  });

  it.each([0, 3, 10, 10.5])("TLS-11 a recording of %d s ends where it ends", async (length) => {
    const talk = toneTalk([{ voice: 1, from: 0.2, to: length }], length);
    const { turns } = await findSpeakers(await openNets(), blocksOf(talk), { count: null });
    expect(turns).toHaveLength(length === 0 ? 0 : 1);
    for (const { to } of turns) expect(to).toBeLessThanOrEqual(length);
    if (length > 0) expect(turns[0]!.to).toBeGreaterThan(length - 0.1);
  });

  it("TLS-11 silence has no speakers, and the number given is not exceeded", async () => {
    const nets = await openNets();
    const silence = await findSpeakers(nets, blocksOf(toneTalk([], 12)), { count: 2 });
    expect(silence).toEqual({ turns: [], voices: [] });
    const two = await findSpeakers(nets, blocksOf(toneTalk(TALK, 33)), { count: 2 });
    expect(two.voices).toHaveLength(2);
  });

  it("TLS-11 stops after the window that runs when it is canceled", async () => {
    const nets = await openNets();
    const canceled = new AbortController();
    const run = findSpeakers(nets, blocksOf(toneTalk(TALK, 33)), {
      count: null,
      signal: canceled.signal,
      onProgress: () => canceled.abort(),
    });
    await expect(run).rejects.toThrow();
  });

  it("TLS-11 a network of another shape is refused", async () => {
    const session = await openNodeSession(segmentsGraph(), 1);
    const net = createSegmentationNet(session, { ...SEGMENTS_FORM, frames: 588 });
    await expect(net.segment(new Float32Array(160_000))).rejects.toThrow(TypeError);
  });
});
