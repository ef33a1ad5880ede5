// What more cores would give a run in segments: the processor time of each segment, in the order of the
// scheduler that browsers have. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import denoise from "#audio/effects/denoise.ts";
import { copyFrames } from "#audio/signal/blocks.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import { parseValues } from "#audio/parameters.ts";
import { prepareStep } from "#audio/pipeline/step.ts";
import { runSteps } from "#audio/pipeline/stream.ts";
import { nodeEncoders } from "#cli/audio/host/encoders.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createBufferPool } from "#runtime/audio/worker/segments/buffer-pool.ts";
import {
  type Segment,
  segmentFrames,
  segmentsOf,
} from "#runtime/audio/worker/segments/segments.ts";
import { createResources } from "../audio/resources.ts";
import { markdownOf } from "../page/table.ts";
import { writeMaterial } from "./material.ts";

/** Seconds of processor time of one segment: until it is there, its work, and until it is written. */
interface Costs {
  readonly read: number;
  readonly work: number;
  readonly write: number;
}

const root = path.resolve(import.meta.dirname, "../..");
const seconds = Number(process.argv[2] ?? 120);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-scaling-"));
process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const { mp3 } = writeMaterial(folder, "sound", seconds, root);
const { values } = parseValues(denoise.parameters, {}, denoise.id);
const step = await prepareStep(denoise, values, createResources(root));

/** Time of the working thread, without the threads for compilation and garbage collection. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1e6;
}

async function costsFor(helpers: number): Promise<{ costs: Costs[]; ends: number }> {
  const source = await openAudioFile(mp3);
  const { format, duration } = source;
  const around = denoise.parallel!;
  const pool = createBufferPool();
  const segments = segmentsOf(source.blocks(), {
    count: segmentFrames(duration, helpers, format),
    before: Math.ceil(around.before * format.sampleRate),
    after: Math.ceil(around.after * format.sampleRate),
    pool,
  });
  const writer = await openWriter(
    { format, output: "wav16", duration, tags: {}, write: async () => {} },
    nodeEncoders,
  );
  const costs: Costs[] = [];
  const next = async (): Promise<{ segment: Segment | null; read: number }> => {
    let segment: Segment | null = null;
    const read = await timed(async () => {
      const { value, done } = await segments.next();
      segment = done ? null : (value as Segment);
    });
    return { segment, read };
  };
  for (let one = await next(); one.segment; one = await next()) {
    const { block, skip, count } = one.segment;
    const input = copyFrames(block, 0);
    const work = await timed(() =>
      runSteps(
        [step],
        {
          format,
          open: async function* () {
            yield input;
          },
        },
        () => {},
      ),
    );
    const write = await timed(async () => {
      for (let at = skip; at < skip + count; at += 16_384)
        await writer.add(
          block.map((samples) => samples.subarray(at, Math.min(at + 16_384, skip + count))),
        );
    });
    pool.release(block);
    costs.push({ read: one.read, work, write });
  }
  const ends = await timed(() => writer.finish());
  source.close();
  return { costs, ends };
}

/**
 * The clock at the end, by the rules of `processInSegments`: one thread reads, hands on in turns, and
 * writes in order; as many segments as helpers and one more are on their way.
 */
function clockOf(
  { costs, ends }: { readonly costs: readonly Costs[]; readonly ends: number },
  helpers: number,
): number {
  const free = Array.from({ length: helpers }, () => 0);
  const finished: { readonly at: number; readonly write: number }[] = [];
  let now = 0;
  const takeNext = () => {
    const { at, write } = finished.shift()!;
    now = Math.max(now, at) + write;
  };
  for (const [turn, { read, work, write }] of costs.entries()) {
    now += read;
    const at = Math.max(now, free[turn % helpers]!) + work;
    free[turn % helpers] = at;
    finished.push({ at, write });
    if (finished.length > helpers) takeNext();
  }
  while (finished.length > 0) takeNext();
  return now + ends;
}

const rows: string[][] = [];
let alone = 0;
// The first run compiles, and does not count.
await costsFor(8);
for (const helpers of [1, 2, 4, 8]) {
  const costs = await costsFor(helpers);
  const clock = clockOf(costs, helpers);
  if (helpers === 1) alone = clock;
  const sum = (name: keyof Costs) => costs.costs.reduce((all, one) => all + one[name], 0);
  rows.push([
    `${helpers}`,
    `${costs.costs.length}`,
    `${sum("work").toFixed(2)} s`,
    `${(sum("read") + sum("write") + costs.ends).toFixed(2)} s`,
    `${clock.toFixed(2)} s`,
    (alone / clock).toFixed(2),
    (seconds / clock).toFixed(0),
  ]);
}
const header = [
  "helpers",
  "segments",
  "work",
  "reading and writing",
  "critical path",
  "times one helper",
  "× real time",
];
process.stdout.write(`${markdownOf([header, ...rows])}
`);
