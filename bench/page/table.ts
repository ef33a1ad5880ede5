import type { Sample } from "./visit.ts";

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Rows of a Markdown table; the first is its head. */
export const markdownOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (row, at) =>
        `| ${row.join(" | ")} |${at === 0 ? `\n|${row.map(() => "---|").join("")}` : ""}`,
    )
    .join("\n");

type Field = keyof Sample;
const FIELDS: readonly (readonly [
  field: Field,
  title: string,
  unit: "kB" | "ms" | "" | "score",
])[] = [
  ["scriptsAtLoad", "scripts by load, kB", "kB"],
  ["scriptsAtRest", "scripts at rest, kB", "kB"],
  ["scriptsOpen", "scripts with dialog, kB", "kB"],
  ["requestsAtLoad", "requests by load", ""],
  ["requestsAtRest", "requests at rest", ""],
  ["documentBytes", "document, kB", "kB"],
  ["bytes", "all, kB", "kB"],
  ["cpu", "main thread, CPU ms", "ms"],
  ["work", "main thread slowed, ms", "ms"],
  ["blocking", "TBT, ms", "ms"],
  ["fcp", "FCP, ms", "ms"],
  ["lcp", "LCP, ms", "ms"],
  ["cls", "CLS", "score"],
  ["inp", "INP, ms", "ms"],
  ["shown", "dialog after, ms", "ms"],
  ["hastyInp", "INP of an early click, ms", "ms"],
  ["hastyShown", "dialog after an early click, ms", "ms"],
];

export interface Result {
  readonly name: string;
  readonly samples: readonly Sample[];
}

const FORMATS = {
  kB: (value: number) => (value / 1000).toFixed(1),
  ms: (value: number) => value.toFixed(0),
  "": (value: number) => value.toFixed(0),
  score: (value: number) => value.toFixed(3),
};

/**
 * Medians of each contestant on one page, each with its ratio to the reference where that says
 * something. A ratio is the median of the ratios of single rounds.
 */
export function tableOf(results: readonly Result[], reference: string): string {
  const against = results.find(({ name }) => name === reference);
  const cell = ({ name, samples }: Result, field: Field, unit: keyof typeof FORMATS): string => {
    const values = samples.map((sample) => sample[field] ?? 0);
    const opened = values.filter((value) => value >= 0).length;
    if (opened < values.length) return `opened ${opened} of ${values.length} times`;
    const text = FORMATS[unit](medianOf(values));
    const ratios = values.flatMap((value, round) => {
      const other = against?.samples[round]?.[field] ?? 0;
      return other > 0 ? [value / other] : [];
    });
    if (name === reference || field === "cls" || ratios.length === 0) return text;
    return `${text} (${medianOf(ratios).toFixed(2)})`;
  };
  return markdownOf([
    ["", ...results.map(({ name }) => name)],
    ...FIELDS.filter(([field]) =>
      results.some(({ samples }) => samples.some((sample) => sample[field] !== undefined)),
    ).map(([field, title, unit]) => [title, ...results.map((result) => cell(result, field, unit))]),
  ]);
}
