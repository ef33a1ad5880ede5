import { openVoice } from "#cli/speech/open-voice.ts";
import type { Bench, Table } from "../table.ts";
import { type Errors, judgeReading, judgeSinging } from "./judge.ts";
import { TEXTS } from "./readings.ts";

const READERS = [
  { name: "f3", rate: 140, pitch: 60 },
  { name: "m5", rate: 200, pitch: 35 },
] as const;
const SINGERS = [
  { name: "f2", key: 62, seed: 5 },
  { name: "m3", key: 50, seed: 6 },
] as const;

const cells = ({ count, median, worst, within }: Errors): string[] => [
  String(count),
  `${(100 * within).toFixed(1)} %`,
  median.toFixed(3),
  worst.toFixed(2),
];

/** When words and lines begin, found by the voice that reads the text. */
export async function benchAlignment({ quick, languages }: Bench): Promise<Table> {
  const voice = openVoice();
  const rows: string[][] = [];
  for (const language of languages ?? (quick ? ["en", "ja"] : Object.keys(TEXTS))) {
    for (const kind of ["none", "noise", "music"] as const)
      for (const reader of READERS)
        rows.push([
          language,
          `words of ${reader.name}`,
          { none: "alone", noise: "noise, 10 dB", music: "music, 5 dB" }[kind],
          ...cells(await judgeReading(voice, language, reader, { kind })),
        ]);
    for (const singer of SINGERS)
      rows.push([
        language,
        `lines sung by ${singer.name}`,
        "music, 0 dB",
        ...cells(await judgeSinging(voice, language, singer)),
      ]);
  }
  voice.close();
  return {
    title:
      "Alignment: seconds between a beginning that is found and the true one, in the separated voice",
    header: ["language", "of", "with", "number", "within 0.2 s", "median", "worst"],
    rows,
  };
}
