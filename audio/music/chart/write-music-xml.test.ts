import { describe, expect, it } from "vitest";
import { createXmlScanner } from "#core/xml/scan-xml.ts";
import type { Chord } from "../chords/chord.ts";
import { type ChartSource, chartOf } from "./chart.ts";
import { writeMusicXml } from "./write-music-xml.ts";

interface Element {
  readonly name: string;
  readonly attributes: string;
  readonly children: Element[];
  text: string;
}

function parse(text: string): Element {
  const root: Element = { name: "", attributes: "", children: [], text: "" };
  const path = [root];
  const scanner = createXmlScanner({
    open(name, attributes) {
      const element: Element = { name, attributes, children: [], text: "" };
      path.at(-1)!.children.push(element);
      path.push(element);
    },
    close: () => void path.pop(),
    text: (part) => void (path.at(-1)!.text += part),
  });
  scanner.write(text);
  scanner.end();
  return root.children[0]!;
}

/** Children in the order in which the schema of MusicXML 4.0 demands them; those that may repeat. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  "score-partwise": ["work", "identification", "part-list", "part"],
  work: ["work-title"],
  identification: ["encoding"],
  encoding: ["software"],
  "part-list": ["score-part"],
  "score-part": ["part-name"],
  attributes: ["divisions", "key", "time", "clef", "measure-style"],
  key: ["fifths", "mode"],
  time: ["beats", "beat-type"],
  clef: ["sign", "line"],
  "measure-style": ["slash"],
  direction: ["direction-type", "sound"],
  "direction-type": ["metronome"],
  metronome: ["beat-unit", "beat-unit-dot", "per-minute"],
  harmony: ["root", "kind", "bass"],
  root: ["root-step", "root-alter"],
  bass: ["bass-step", "bass-alter"],
  note: ["rest", "duration", "voice", "type", "dot"],
  barline: ["bar-style"],
};

function expectOrdered(element: Element): void {
  const order = ORDER[element.name];
  if (order) {
    const indexes = element.children.map(({ name }) => order.indexOf(name));
    expect(indexes, element.name).not.toContain(-1);
    expect(indexes, element.name).toEqual(indexes.toSorted((a, b) => a - b));
  }
  for (const child of element.children) expectOrdered(child);
}

const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];

function songOf(division: 2 | 3, beatsPerBar: 2 | 3 | 4): ChartSource {
  const beats = Array.from({ length: 23 }, (_, i) => 0.2 + i / 2);
  const chord = (root: number, quality: Chord["quality"], bass?: number): Chord => ({
    root,
    quality,
    ...(bass !== undefined && { bass }),
  });
  return {
    seconds: 12,
    beat: { beats, beatsPerBar, division, first: 1, bpm: 120, steady: true },
    keys: [
      { tonic: 4, mode: "major", clarity: 1, from: 0 },
      { tonic: 5, mode: "minor", clarity: 1, from: 6 },
    ],
    chords: [
      { from: 0.9, to: 3.4, chord: chord(8, "half-diminished") },
      { from: 3.4, to: 9, chord: chord(1, "dominant", 5) },
    ],
  };
}

describe.each([
  [2, 4, "4/4", 8],
  [2, 3, "3/4", 6],
  [2, 2, "2/4", 4],
  [3, 4, "12/8", 12],
  [3, 3, "9/8", 9],
  [3, 2, "6/8", 6],
] as const)("MusicXML with beats of %i and bars of %i", (division, beatsPerBar, time, length) => {
  const chart = chartOf(songOf(division, beatsPerBar));
  const text = writeMusicXml(chart, { title: "Tom & <Jerry>\u0007", software: "toolkit" });
  const score = parse(text);
  const measures = all(score, "measure");

  it("TLS-12 has the elements of the schema in their order", () => {
    expectOrdered(score);
    expect(all(score, "work-title")[0]!.text).toBe("Tom & <Jerry> ");
  });

  it("TLS-12 fills each bar with its time signature", () => {
    const [beats, type] = [all(score, "beats")[0]!.text, all(score, "beat-type")[0]!.text];
    expect(`${beats}/${type}`).toBe(time);
    const durations = measures.map((measure) =>
      all(measure, "duration").reduce((sum, { text: one }) => sum + Number(one), 0),
    );
    expect(new Set(durations.slice(1, -1))).toEqual(new Set([length]));
    expect(durations[0]).toBe(length / beatsPerBar);
    expect(measures[0]!.attributes).toContain('number="0" implicit="yes"');
    const written: Readonly<Record<string, number>> = { quarter: 2, half: 4, whole: 8 };
    for (const note of all(score, "note")) {
      const dotted = all(note, "dot").length > 0 ? 1.5 : 1;
      const own = written[all(note, "type")[0]!.text]! * dotted;
      expect(Number(all(note, "duration")[0]!.text)).toBe(own);
    }
  });

  it("TLS-12 names chords as the key does, once for each change", () => {
    const symbols = all(score, "harmony").map((harmony) =>
      harmony.children.map(
        ({ name, children, text: own }) =>
          `${name} ${own}${children.map((child) => child.text).join("")}`,
      ),
    );
    expect(symbols).toEqual([
      ["root C", "kind none"],
      ["root G1", "kind half-diminished"],
      ["root C1", "kind dominant", "bass F"],
      ["root C", "kind none"],
    ]);
    expect(all(score, "fifths").map(({ text: own }) => own)).toEqual(["4", "-4"]);
  });
});

it("TLS-12 a tempo that changes is written where it does", () => {
  const song = songOf(2, 4);
  // The beats of the second bar differ: its tempo is their mean.
  const beats = [0, 0.5, 1, 1.5, 2, 2.5, 3.2, 3.8, 4.4, 5];
  const slower = { ...song, beat: { ...song.beat!, beats, first: 0, steady: false } };
  const score = parse(writeMusicXml(chartOf(slower), { title: "", software: "toolkit" }));
  const tempos = all(score, "measure").map((measure) =>
    all(measure, "per-minute").map(({ text }) => text),
  );
  expect(tempos.slice(0, 2)).toEqual([["120"], ["100"]]);
  // A first beat that is shortened by the beginning does not count.
  const late = { ...slower.beat, beats: beats.map((time) => time + 0.3), first: 3 };
  const text = writeMusicXml(chartOf({ ...slower, beat: late }), { title: "", software: "" });
  expect(/<per-minute>(.*?)</.exec(text)![1]).toBe("120");
});

it("TLS-12 a sound of no length has a measure, which the schema demands", () => {
  const text = writeMusicXml(chartOf({ seconds: 0, beat: null }), { title: "", software: "" });
  expect(all(parse(text), "measure")).toHaveLength(1);
});
