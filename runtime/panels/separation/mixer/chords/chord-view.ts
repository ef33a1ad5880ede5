import type { NoteNaming } from "#audio/music/chart/spelling.ts";
import type { ChordEdits } from "#audio/music/chart/transpose-chart.ts";
import { type Chord, QUALITIES, type Quality } from "#audio/music/chords/chord.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";
import { objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";

/** How chords are shown, and what the visitor has corrected. */
export interface ChordView {
  /** Fret; the shown chords are those that are fingered above it. */
  readonly capo: number;
  /** Whether all chords are shown as major or minor. */
  readonly simple: boolean;
  readonly naming: NoteNaming;
  /** In the song's own key. */
  readonly edits: ChordEdits;
}

export const MAX_CAPO = 11;
const FIRST: ChordView = { capo: 0, simple: false, naming: "international", edits: {} };

export const serializeView = ({ edits, ...view }: ChordView): JsonObject => ({
  ...view,
  edits: Object.fromEntries(
    Object.entries(edits).map(([beat, chord]) => [beat, chord && { ...chord }]),
  ),
});

/** Parses a stored view; what is invalid keeps its initial value. */
export function parseView(value: Json | undefined): ChordView {
  const stored = objectOf(value);
  const edits = Object.entries(objectOf(stored["edits"])).flatMap(([beat, chord]) => {
    const parsed = chord === null ? null : parseChord(objectOf(chord));
    return parsed === undefined || !/^\d+$/.test(beat) ? [] : [[beat, parsed] as const];
  });
  return {
    capo: Math.round(within(stored["capo"], [0, MAX_CAPO], FIRST.capo)),
    simple: stored["simple"] === true,
    naming: stored["naming"] === "german" ? "german" : FIRST.naming,
    edits: Object.fromEntries(edits),
  };
}

function parseChord(stored: JsonObject): Chord | undefined {
  const root = within(stored["root"], [0, 11], -1);
  const quality = stored["quality"];
  const bass = within(stored["bass"], [0, 11], -1);
  if (!Number.isInteger(root) || root < 0) return undefined;
  if (typeof quality !== "string" || !Object.hasOwn(QUALITIES, quality)) return undefined;
  const hasBass = Number.isInteger(bass) && bass >= 0;
  return { root, quality: quality as Quality, ...(hasBass && { bass }) };
}
