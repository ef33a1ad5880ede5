import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMark, createEdit } from "../edit.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { MAX_LABELS, addMarks, readLabels, writeLabels } from "./label-file.ts";

const RATE = 48_000;
const edit = addMark(
  addMark(createEdit(RATE, 1), { name: "Second\ttake", start: 96_000, end: 120_000 }),
  { name: "Start", start: 24_001, end: 24_001 },
);
const read = (text: string) => readLabels(text, RATE);

describe("TLS-13 markers and regions as label tracks of Audacity", () => {
  it("have a line each, with start, end and name", () => {
    expect(writeLabels(edit)).toBe("0.500021\t0.500021\tStart\n2.000000\t2.500000\tSecond take\n");
    expect(writeLabels(createEdit(RATE, 1))).toBe("");
  });

  it("come back as they were written, to the frame", () => {
    const mark = fc
      .tuple(fc.nat(1e9), fc.nat(1e8), fc.string({ unit: "binary", maxLength: 50 }))
      .map(([start, length, name]) => ({
        start,
        end: start + length,
        name: name.replaceAll(/\s+/g, " ").trim(),
      }));
    fc.assert(
      fc.property(
        fc.array(mark, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(8000, 44_100, 48_000, 192_000),
        (marks, sampleRate) => {
          const full = addMarks(createEdit(sampleRate, 1), marks);
          const found = readLabels(writeLabels(full), sampleRate);
          expect(found).toEqual({ marks: full.marks.map(({ id: _id, ...rest }) => rest) });
          expect(new Set(full.marks.map(({ id }) => id)).size).toBe(marks.length);
          expect(reopenEdit(full)).toEqual(full);
        },
      ),
    );
  });

  it("are read with frequencies, empty lines, any line ends, and commas", () => {
    const text = "\uFEFF1,5\t1,5\tOne\r\n\\\t100.0\t2000.0\r\n\r\n2\t3.25\r4 \t 5\tA\tB\n";
    expect(read(text)).toEqual({
      marks: [
        { start: 72_000, end: 72_000, name: "One" },
        { start: 96_000, end: 156_000, name: "" },
        { start: 192_000, end: 240_000, name: "A B" },
      ],
    });
  });

  it.each([
    ["", { kind: "none" }],
    ["\n \n", { kind: "none" }],
    ["1\t2\tOne\nChapter 1", { kind: "columns", line: 2 }],
    ["\n\none\ttwo\tName", { kind: "time", line: 3 }],
    ["-1\t2\tName", { kind: "time", line: 1 }],
    ["NaN\tInfinity\tName", { kind: "time", line: 1 }],
    ["1e9\t1e9\tName", { kind: "time", line: 1 }],
    ["99999999\t99999999\tName", { kind: "time", line: 1 }],
    ["2\t1\tName", { kind: "order", line: 1 }],
    ["\u0000RIFF\u0001\t\u0002", { kind: "time", line: 1 }],
    ["1\t1\n".repeat(MAX_LABELS + 1), { kind: "many" }],
  ])("with a fault are rejected with its line: %j", (text, fault) => {
    expect(read(text)).toEqual({ fault });
  });

  it("with long names are cut", () => {
    const found = read(`1\t2\t${"x".repeat(10_000)}`);
    expect("marks" in found && found.marks[0]!.name.length).toBe(200);
  });
});
