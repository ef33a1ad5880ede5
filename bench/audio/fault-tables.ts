import breath from "#audio/effects/breath.ts";
import clicks from "#audio/effects/clicks.ts";
import echo from "#audio/effects/echo.ts";
import { addBreaths } from "./breaths.ts";
import { addClicks, addSmacks, addDullEcho, addEcho, dull, type TimeSpan } from "./faults.ts";
import { filterWithFfmpeg, loadSpeech } from "./material.ts";
import { judgeRealBreaths } from "./breaths/real-breaths.ts";
import { countMatches, measureSiSdr } from "./metrics.ts";
import { createRandom } from "./random.ts";
import { type Run, runEffect } from "./run-effect.ts";
import { alignTo } from "./score.ts";
import type { Bench, Table } from "./table.ts";

/** Hz of most recordings of the speech. */
const NARROW = 16_000;

const stretchesOf = ({ findings }: Run, sampleRate: number): TimeSpan[] =>
  (findings?.ranges ?? []).map(({ start, end }) => ({
    start: start * sampleRate,
    end: end * sampleRate,
  }));

/** Inserted clicks and smacks: how many are found, what is found in clean speech, and what the repair leaves. */
export async function benchClicks({ speech, sampleRate, root, quick }: Bench): Promise<Table> {
  const rows: string[][] = [];
  const add = async (
    name: string,
    clean: Float32Array,
    rate: number,
    { samples, clicks: labels }: ReturnType<typeof addClicks>,
  ) => {
    const at = { sampleRate: rate, root };
    const untouched = await runEffect(clicks, {}, [clean], at);
    const wrong = stretchesOf(untouched, rate).length / (clean.length / rate);
    const ours = await runEffect(clicks, {}, [samples], at);
    const { recall } = countMatches(stretchesOf(ours, rate), labels);
    const peer = alignTo(filterWithFfmpeg(samples, rate, "adeclick"), clean);
    rows.push([
      name,
      `${(100 * recall).toFixed(1)} %`,
      wrong.toFixed(2),
      measureSiSdr(samples, clean).toFixed(1),
      measureSiSdr(ours.samples[0]!, clean).toFixed(1),
      measureSiSdr(peer, clean).toFixed(1),
    ]);
  };
  for (const perSecond of [1, 3])
    await add(
      `clicks, ${perSecond} a second`,
      speech,
      sampleRate,
      addClicks(speech, sampleRate, perSecond, createRandom(3)),
    );
  // As the speech is: at 48 kHz it has nothing above 8 kHz, which would give what is added away.
  const narrow = loadSpeech(NARROW, root).subarray(0, quick ? 8 * NARROW : undefined);
  for (const seed of [51, 52, 53])
    await add(
      `smacks, 1.5 a second, seed ${seed}`,
      narrow,
      NARROW,
      addSmacks(narrow, NARROW, 1.5, createRandom(seed)),
    );
  const header = ["added", "found", "false a second in clean speech"];
  return {
    title: "clicks: SI-SDR dB",
    header: [...header, "input", "ours", "adeclick"],
    rows,
  };
}

/** Pieces of speech, cut where it is most silent. */
export function cutSpeech(speech: Float32Array, sampleRate: number): Float32Array[] {
  const width = Math.round(0.05 * sampleRate);
  const energyAt = (at: number) => {
    let sum = 0;
    for (let i = at; i < at + width; i++) sum += speech[i]! ** 2;
    return sum;
  };
  const segments: Float32Array[] = [];
  let from = 0;
  for (let at = 1.5 * sampleRate; at < speech.length - sampleRate; at += 1.5 * sampleRate) {
    let best = at;
    for (let i = at - 0.5 * sampleRate; i < at + 0.5 * sampleRate; i += 480)
      if (energyAt(i) < energyAt(best)) best = i;
    segments.push(speech.slice(from, best + width / 2));
    from = best + width / 2;
  }
  return segments;
}

/** Inserted breaths, drawn again for each row. */
export async function benchBreaths({ speech, sampleRate, root, quick }: Bench): Promise<Table> {
  const rows: string[][] = [];
  const segments = cutSpeech(speech, sampleRate);
  const settings = [
    [5, 50],
    [6, 50],
    [7, 50],
    [8, 25],
    [9, 75],
  ] as const;
  for (const [seed, sensitivity] of quick ? settings.slice(0, 1) : settings) {
    const { samples, breaths } = addBreaths(segments, sampleRate, createRandom(seed));
    const values = { mode: "remove", sensitivity } as const;
    const ours = await runEffect(breath, values, [samples], { sampleRate, root });
    const { f1, recall, precision } = countMatches(stretchesOf(ours, sampleRate), breaths);
    const scores = [f1, recall, precision].map((x) => x.toFixed(3));
    rows.push([`${breaths.length} made`, `${sensitivity} %`, ...scores, "–"]);
  }
  for (const row of judgeRealBreaths(root, quick)) rows.push(row);
  const header = ["material", "sensitivity", "F1", "recall", "precision", "speech"];
  return { title: "breath", header, rows };
}

/** Echoes whose high frequencies are dulled: ms, gain, Hz, poles. */
const DULL = [
  [200, 0.5, 2500, 1],
  [331.7, 0.4, 1500, 2],
  [75, 0.6, 5000, 2],
] as const;

/** Echoes that come once or repeat. */
export async function benchEchoes({ speech, sampleRate, root, quick }: Bench): Promise<Table> {
  const rows: string[][] = [];
  const add = async (name: string, milliseconds: number, input: Float32Array) => {
    const ours = await runEffect(echo, {}, [input], { sampleRate, root });
    const found = ours.findings?.figures?.["delayMilliseconds"] ?? NaN;
    const scores = [input, ours.samples[0]!].map((x) => measureSiSdr(x, speech).toFixed(1));
    rows.push([name, Math.abs(found - milliseconds).toFixed(3), ...scores]);
  };
  const once = (delay: number, gain: number) =>
    speech.map((x, i) => x + (i >= delay ? gain * speech[i - delay]! : 0));
  const frames = (milliseconds: number) => Math.round((milliseconds * sampleRate) / 1000);
  for (const [milliseconds, gain] of quick
    ? ([[250, 0.5]] as const)
    : ([
        [20, 0.5],
        [60, 0.4],
        [137.3, 0.5],
        [250, 0.2],
        [420, 0.3],
        [700, 0.6],
        [1000, 0.5],
      ] as const)) {
    const delay = frames(milliseconds);
    await add(`${milliseconds} ms, ${gain}, once`, milliseconds, once(delay, gain));
    await add(`${milliseconds} ms, ${gain}, repeating`, milliseconds, addEcho(speech, delay, gain));
  }
  for (const [milliseconds, gain, hertz, poles] of quick ? DULL.slice(0, 1) : DULL)
    for (const times of [1, 8]) {
      const one = (x: Float32Array) => dull(x, sampleRate, hertz, poles).map((v) => gain * v);
      const input = addDullEcho(speech, frames(milliseconds), one, times);
      const kind = times === 1 ? "once" : "repeating";
      await add(
        `${milliseconds} ms, ${gain}, ${poles} × ${hertz} Hz, ${kind}`,
        milliseconds,
        input,
      );
    }
  return { title: "echo: SI-SDR dB", header: ["echo", "off by ms", "input", "ours"], rows };
}
