import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { addSource } from "#audio/edit/arrange.ts";
import { addMark, createEdit } from "#audio/edit/edit.ts";
import { createHistory } from "#audio/edit/history.ts";
import { EDIT_EFFECTS, effectValues, shownParameters } from "./edit-effects.ts";
import { exportOf } from "./edit-export.ts";
import { beatText, gridStep, snapTo, rulerStep, toGrid } from "./time-grid.ts";
import { createEditorStore } from "./edit-store.ts";
import { extremesOf, levelAt } from "../lanes/paint/lane-paint.ts";

const COMMON = { bpm: 120, timeSignature: "4/4" } as const;

describe("places on the time axis", () => {
  it("TLS-1 the grid counts seconds, or beats of the tempo", () => {
    expect(gridStep(100, "time", COMMON)).toBe(0.2);
    expect(rulerStep(100, "time", COMMON)).toBe(1);
    expect(gridStep(100, "beats", COMMON)).toBe(0.125);
    expect(rulerStep(100, "beats", COMMON)).toBe(2);
    expect(toGrid(1.34, 0.5)).toBe(1.5);
    expect(toGrid(-1, 0.5)).toBe(0);
    // At 44.1 kHz the grid separates single samples.
    expect(gridStep(600_000, "time", COMMON)).toBeLessThan(1 / 5000);
  });

  it.each([
    [0, 120, "4/4", "1.1"],
    [0.5, 120, "4/4", "1.2"],
    [2, 120, "4/4", "2.1"],
    [2.25, 120, "4/4", "2.1.50"],
    [1.9999, 120, "4/4", "2.1"],
    [61, 60, "4/4", "16.2"],
    [1.5, 120, "3/4", "2.1"],
    [2.5, 120, "5/4", "2.1"],
    // A beat is an eighth note; the tempo counts quarter notes.
    [1.25, 120, "6/8", "1.6"],
    [1.5, 120, "6/8", "2.1"],
    [1.75, 120, "7/8", "2.1"],
  ] as const)("TLS-1 %s s at %s in %s is %s", (seconds, bpm, timeSignature, text) => {
    expect(beatText(seconds, { bpm, timeSignature })).toBe(text);
  });

  it("TLS-1 wide grids count whole bars of the time signature, and compound bars groups of three", () => {
    expect(gridStep(20, "beats", { bpm: 120, timeSignature: "3/4" })).toBe(1.5);
    expect(gridStep(20, "beats", { bpm: 120, timeSignature: "7/8" })).toBe(1.75);
    expect(gridStep(20, "beats", { bpm: 120, timeSignature: "6/8" })).toBe(0.75);
    expect(gridStep(10, "beats", { bpm: 120, timeSignature: "6/8" })).toBe(1.5);
  });

  it("TLS-1 a place is drawn to the nearest of others, within reach", () => {
    expect(snapTo(100, [90, 108, 300], 10)).toBe(108);
    expect(snapTo(100, [80, 120], 10)).toBe(100);
  });
});

describe("the drawing of a clip", () => {
  const peaks = { peaks: Int8Array.from([-127, 0, 0, 127, -64, 64]) };
  it("TLS-1 has the extremes of its stretch, and the level of its gain and fades", () => {
    expect(extremesOf(peaks, 0, 1 / 500)).toEqual([-1, 0]);
    expect(extremesOf(peaks, 0, 3 / 500)).toEqual([-1, 1]);
    expect(extremesOf(peaks, 1, 2)).toEqual([0, 0]);
    const clip = { at: 0, source: "talk", start: 0, end: 100 };
    expect(levelAt({ ...clip, gain: -20 }, 5)).toBeCloseTo(0.1, 9);
    const fades = [{ curve: "linear" as const, silentAt: 0, fullAt: 10 }];
    expect(levelAt({ ...clip, fades }, 5)).toBeCloseTo(0.5, 9);
    expect(levelAt({ ...clip, fades, reversed: true }, 94)).toBeCloseTo(0.5, 9);
  });
});

it("TLS-1 long stretches have the extremes of all that is in them", () => {
  const pairs = Int8Array.from({ length: 2 * 1000 }, (_, at) =>
    Math.round((at % 2 ? 100 : -100) * Math.abs(Math.sin(at * at))),
  );
  for (const [from, to] of [
    [0, 1000],
    [5, 997],
    [31, 33],
    [64, 96],
    [63, 97],
    [900, 2000],
  ] as const) {
    const part = [...pairs.subarray(2 * from, 2 * to)];
    const found = extremesOf({ peaks: pairs }, from / 500, to / 500);
    expect(found).toEqual([Math.min(...part) / 127, Math.max(...part) / 127]);
  }
});

describe("effects on a selection", () => {
  it("TLS-1 all named grids can be chosen, with texts for the settings", () => {
    const folder = new URL("../../../../../audio/effects/", import.meta.url);
    const there = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => name.slice(0, -3));
    const { effect } = JSON.parse(
      fs.readFileSync(new URL("../../../../../locales/en/panel-kit.json", import.meta.url), "utf8"),
    ) as { effect: Record<string, Record<string, { label?: string }>> };
    // An effect without a name here is used only by a panel of its own.
    expect(Object.keys(EDIT_EFFECTS).toSorted()).toEqual(
      there.filter((name) => effect[name]?.["name"] !== undefined).toSorted(),
    );
    for (const [id, { shown }] of Object.entries(EDIT_EFFECTS))
      for (const name of shown) expect(effect[id]?.[name]?.label, `${id}.${name}`).toBeTruthy();
  });

  it("TLS-1 what does not count is not shown, and damaged values have their usual ones", () => {
    expect(shownParameters("volume", { mode: "gain" })).toEqual([
      "mode",
      "gain",
      "limiter",
      "ceiling",
    ]);
    const parameters = {
      mode: { kind: "choice", choices: ["gain", "loudness"], default: "gain" },
      gain: { kind: "number", min: -10, max: 10, default: 0 },
    } as const;
    expect(effectValues("volume", parameters, { gain: 99, other: 1 })).toEqual({
      mode: "loudness",
      gain: 0,
    });
  });
});

describe("an export", () => {
  const source = { source: "file-1", name: "Talk", frames: 1000, channels: 1 };
  const made = { ...source, source: "made-1", name: "Music" };
  const edit = addMark(addSource(addSource(createEdit(8000, 1), source), made), {
    name: "Take: 1/2",
    start: 10,
    end: 90,
  });
  const info = { name: "Talk", frames: 1000, channels: 1, size: 9 };
  const store = createEditorStore(
    {
      id: "one",
      name: "Talk",
      updated: 1,
      sources: { "file-1": { ...info, file: "1" }, "made-1": { ...info, file: null } },
      versions: [],
      stays: 0,
      history: createHistory(edit),
    },
    () => 1,
  );
  const namesOf = (part: Parameters<typeof exportOf>[1]) => {
    const { params } = exportOf(store.getState(), part, "mp3");
    return (JSON.parse(params["exports"] as string) as { name: string; range: number[] }[]).map(
      ({ name, range }) => [name, ...range],
    );
  };

  it("TLS-2 covers everything, the selection, or a file for each region or track", () => {
    store.select({ start: 5, end: 25 });
    expect(namesOf("all")).toEqual([["Talk-edit.mp3", 0, 1000]]);
    expect(namesOf("selection")).toEqual([["Talk-edit.mp3", 5, 25]]);
    expect(namesOf("marks")).toEqual([["Take_ 1_2.mp3", 10, 90]]);
    expect(namesOf("tracks")).toEqual([
      ["Talk.mp3", 0, 1000],
      ["Music.mp3", 0, 1000],
    ]);
    const { fileIds, params } = exportOf(store.getState(), "all", "mp3");
    expect(fileIds).toEqual(["1"]);
    expect(params).toMatchObject({ tray: ["file-1"], made: ["made-1"] });
  });
});
