import { escapeXml } from "#core/xml/scan-xml.ts";
import { type Chord, QUALITIES } from "../chords/chord.ts";
import type { Key } from "../key.ts";
import { type ChartBar, isSameChord, type SongChart } from "./chart.ts";
import { fifthsOf, type Spelling, spell } from "./spelling.ts";

/** Duration units per quarter note: eighths are whole numbers. */
const DIVISIONS = 2;
/** Change of the tempo, as a part, from which it is written again. */
const TEMPO_STEP = 0.03;

/** Names of durations by their number of beats, for beats of a quarter and of a dotted quarter. */
const TYPES = {
  2: { 1: ["quarter", 0], 2: ["half", 0], 3: ["half", 1], 4: ["whole", 0] },
  3: { 1: ["quarter", 1], 2: ["half", 1], 3: null, 4: ["whole", 1] },
} as const;

/**
 * A lead sheet in MusicXML 4.0: chord symbols over bars in slash notation, with key, time and tempo.
 * Elements are in the order that the schema prescribes.
 */
export function writeMusicXml(
  chart: SongChart,
  { title, software }: { readonly title: string; readonly software: string },
): string {
  const measures: string[] = [];
  const state: Written = { key: null, tempo: 0, chord: undefined };
  for (const [at, bar] of chart.bars.entries())
    measures.push(measureOf(chart, { bar, at, isLast: at === chart.bars.length - 1 }, state));
  return `<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="4.0">
  <work><work-title>${escaped(title)}</work-title></work>
  <identification><encoding><software>${escaped(software)}</software></encoding></identification>
  <part-list>
    <score-part id="P1"><part-name>Chords</part-name></score-part>
  </part-list>
  <part id="P1">
${measures.join("\n")}
  </part>
</score-partwise>
`;
}

/** What the preceding measures have set. */
interface Written {
  key: Key | null;
  tempo: number;
  /** Undefined: nothing yet. */
  chord: Chord | null | undefined;
}

function measureOf(
  chart: SongChart,
  { bar, at, isLast }: { readonly bar: ChartBar; readonly at: number; readonly isLast: boolean },
  state: Written,
): string {
  const { beatsPerBar, division } = chart;
  const isPickup = at === 0 && bar.length < beatsPerBar && chart.bars.length > 1;
  const hasPickup = chart.bars.length > 1 && chart.bars[0]!.length < beatsPerBar;
  const number = `number="${hasPickup ? at : at + 1}"${isPickup ? ' implicit="yes"' : ""}`;
  const parts = [
    attributesOf(chart, bar, { at, state }),
    tempoOf(chart, bar, state),
    ...bar.chords.flatMap(({ beat, chord }, i) => {
      const to = bar.chords[i + 1]?.beat ?? bar.length;
      const repeats = state.chord !== undefined && isSameChord(chord, state.chord);
      state.chord = chord;
      return [repeats ? "" : harmonyOf(chord, bar.key), ...restsOf(to - beat, division)];
    }),
    isLast ? '<barline location="right"><bar-style>light-heavy</bar-style></barline>' : "",
  ];
  const lines = parts.filter((part) => part !== "").map((part) => `      ${part}`);
  return [`    <measure ${number}>`, ...lines, "    </measure>"].join("\n");
}

function attributesOf(
  { beatsPerBar, division }: SongChart,
  { key }: ChartBar,
  { at, state }: { readonly at: number; readonly state: Written },
): string {
  const changes = key?.tonic !== state.key?.tonic || key?.mode !== state.key?.mode;
  const keyText =
    key && changes ? `<key><fifths>${fifthsOf(key)}</fifths><mode>${key.mode}</mode></key>` : "";
  state.key = key;
  if (at > 0) return keyText && `<attributes>${keyText}</attributes>`;
  const [beats, type] = division === 3 ? [3 * beatsPerBar, 8] : [beatsPerBar, 4];
  const time = `<time><beats>${beats}</beats><beat-type>${type}</beat-type></time>`;
  const clef = "<clef><sign>G</sign><line>2</line></clef>";
  const slash = '<measure-style><slash type="start" use-stems="no"/></measure-style>';
  return `<attributes><divisions>${DIVISIONS}</divisions>${keyText}${time}${clef}${slash}</attributes>`;
}

/** The tempo of a bar, if it is another one than before. */
function tempoOf(
  { beats, division, steady, bpm }: SongChart,
  bar: ChartBar,
  state: Written,
): string {
  // The first beat may be shorter than its tempo: it begins no earlier than the sound.
  const from = bar.start === 0 && beats.length > 2 ? 1 : bar.start;
  const to = Math.max(from + 1, bar.start + bar.length);
  const own = steady ? bpm : (60 * (to - from)) / (beats[to]! - beats[from]!);
  if (state.tempo > 0 && Math.abs(own / state.tempo - 1) < TEMPO_STEP) return "";
  state.tempo = own;
  const dot = division === 3 ? "<beat-unit-dot/>" : "";
  const perMinute = Math.round(own * 10) / 10;
  const quarters = Math.round(own * (division === 3 ? 1.5 : 1) * 100) / 100;
  return (
    '<direction placement="above"><direction-type><metronome><beat-unit>quarter</beat-unit>' +
    `${dot}<per-minute>${perMinute}</per-minute></metronome></direction-type>` +
    `<sound tempo="${quarters}"/></direction>`
  );
}

function harmonyOf(chord: Chord | null, key: Key | null): string {
  if (!chord)
    return '<harmony><root><root-step text="">C</root-step></root><kind text="N.C.">none</kind></harmony>';
  const { quality, root, bass } = chord;
  const kind = `<kind text="${QUALITIES[quality].suffix}">${quality}</kind>`;
  const low = bass === undefined ? "" : noteOf("bass", spell(bass, key));
  return `<harmony>${noteOf("root", spell(root, key))}${kind}${low}</harmony>`;
}

const noteOf = (name: "root" | "bass", { step, alter }: Spelling): string =>
  `<${name}><${name}-step>${step}</${name}-step>` +
  `${alter === 0 ? "" : `<${name}-alter>${alter}</${name}-alter>`}</${name}>`;

/** Rests of so many beats, which slash notation replaces. */
function restsOf(count: number, division: 2 | 3): string[] {
  const perBeat = division === 3 ? 1.5 * DIVISIONS : DIVISIONS;
  const type = TYPES[division][count as 1 | 2 | 3 | 4];
  if (!type) return [...restsOf(2, division), ...restsOf(count - 2, division)];
  const dots = type[1] === 1 ? "<dot/>" : "";
  return [
    `<note><rest/><duration>${count * perBeat}</duration><voice>1</voice><type>${type[0]}</type>${dots}</note>`,
  ];
}

/** Text without the characters that XML cannot hold. */
const escaped = (text: string): string =>
  escapeXml(text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, " "));
