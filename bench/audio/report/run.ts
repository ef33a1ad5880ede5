// Judges the report of the home page by files whose faults are known: `node bench/audio/report/run.ts [fit|judge]`.
import { renderTable } from "#cli/command-kit/render-table.ts";
import { openTracedVoice } from "../speech/traced-voice.ts";
import { judge } from "./judge.ts";
import { KINDS, makeFiles, SETS } from "./made-files.ts";

const selected = process.argv[2];
const names = (Object.keys(SETS) as (keyof typeof SETS)[]).filter(
  (name) => selected === undefined || name === selected,
);
if (names.length === 0) throw new Error(`There is no set "${selected}".`);
const { voice } = openTracedVoice();
for (const name of names) {
  const rows: string[][] = [];
  const counts = new Map<string, number>();
  let [right, wronglySure, all] = [0, 0, 0];
  for await (const file of makeFiles(SETS[name], voice)) {
    const found = judge(file);
    all++;
    if (found.isRight) right++;
    wronglySure += found.wronglySure.length;
    const first = found.suggested[0]?.[0] ?? "nothing";
    const key = `${file.kind} ${found.content}, ${first}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    rows.push([
      file.kind,
      file.name,
      `${found.content} (${found.certainty})`,
      found.suggested.map(([preset, certainty]) => `${preset} (${certainty})`).join(", "),
      found.isRight ? "" : "wrong",
      found.wronglySure.join(", "),
    ]);
  }
  const header = ["kind", "voice", "content", "suggested", "", "wrongly sure"];
  const sorted = rows.toSorted(
    (a, b) => KINDS.findIndex((kind) => kind === a[0]) - KINDS.findIndex((kind) => kind === b[0]),
  );
  process.stdout.write(`\n${name}\n\n${renderTable(header, sorted, true)}`);
  const answers = [...new Set([...counts.keys()].map((key) => answerOf(key)))].toSorted();
  const confusion = KINDS.map((kind) => [
    kind,
    ...answers.map((answer) => String(counts.get(`${kind} ${answer}`) ?? "")),
  ]);
  process.stdout.write(`\n${renderTable(["kind", ...answers], confusion, true)}`);
  process.stdout.write(`\n${right} of ${all} right, ${wronglySure} wrongly sure\n`);
}
voice.close();

/** The answer of a key that begins with a kind. */
function answerOf(key: string): string {
  const kind = KINDS.find((one) => key.startsWith(`${one} `))!;
  return key.slice(kind.length + 1);
}
