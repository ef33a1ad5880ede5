import { type ClipPosition, clipAt } from "#audio/edit/arrange.ts";
import { type Edit, type Selection, addTrack, createEdit } from "#audio/edit/edit.ts";
import {
  type SourceStretch,
  isUnchanged,
  stretchClip,
  stretchFrame,
  unstretchClip,
} from "#audio/edit/stretch-clip.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import type { NewSound } from "#runtime/panel-kit/draft/draft-store.ts";
import { type SourceInfo, framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { EditorState } from "./edit-store.ts";

type Sources = EditorState["sources"];

/** How clips are to be played, by their original source. */
export type StretchValues = Pick<SourceStretch, "scale" | "semitones">;

/** Seconds of the original around a clip that its copy has too, so that its ends can be moved. */
const MARGIN = 10;

/** The original of a source, and how it is stretched. */
export const stretchOf = (sources: Sources, source: string): SourceStretch =>
  sources[source]?.stretch ?? { source, scale: 1, semitones: 0 };

/** The clips that a selection touches; without a range, those at its position. The last ones come first. */
export function clipsIn(edit: Edit, { tracks, start, end }: Selection): readonly ClipPosition[] {
  return edit.tracks
    .filter(({ id }) => tracks.includes(id))
    .flatMap(({ id, clips }) =>
      clips
        .filter(
          (clip) => clip.at < Math.max(end, start + 1) && clip.at + clip.end - clip.start > start,
        )
        .map((clip) => ({ track: id, at: clip.at }))
        .reverse(),
    );
}

export interface StretchDeps {
  readonly engine: Pick<Engine, "run">;
  /** Opens the file of a source; null if it no longer exists. */
  readonly openSound: (source: string) => Promise<Blob | null>;
  readonly makeSound: () => Promise<NewSound>;
  readonly signal: AbortSignal;
  /** @param done from 0 to 1 */
  readonly onProgress: (done: number) => void;
}

export interface StretchedClips {
  /** Null if a clip would become too short. */
  readonly edit: Edit | null;
  readonly sources: Sources;
  /** Deletes the rendered sounds. */
  readonly discard: () => Promise<void>;
}

/** A range of an original, in frames. */
interface OriginalRange {
  readonly of: string;
  readonly start: number;
  readonly end: number;
}
type Copy = readonly [source: string, info: SourceInfo];

/**
 * Stretches clips and shifts their pitch, always from their originals. What clips play of an original,
 * and a margin, is rendered, so that they can still be split and trimmed.
 */
export async function runStretch(
  { edit, sources }: Pick<EditorState, "edit" | "sources">,
  clips: readonly ClipPosition[],
  values: StretchValues,
  deps: StretchDeps,
): Promise<StretchedClips> {
  const { sampleRate } = edit;
  const parts = clips.map((position): OriginalRange => {
    const clip = clipAt(edit, position)!;
    const present = stretchOf(sources, clip.source);
    const { start, end } = unstretchClip(clip, present, sampleRate);
    return { of: present.source, start, end };
  });
  const copies = isUnchanged(values) ? [] : await findCopies(values, { ...deps, sources });
  const copyOf = (part: OriginalRange): Copy | undefined =>
    copies.find(([, info]) => includes(info, part, sampleRate));
  const missing = isUnchanged(values)
    ? []
    : joinRanges(
        parts
          .filter((part) => !copyOf(part))
          .map((part) => widen(part, sources[part.of], sampleRate)),
      );
  const written: NewSound[] = [];
  const discard = async (): Promise<void> => {
    for (const sound of written) await sound.discard();
  };
  try {
    for (const [at, range] of missing.entries()) {
      const onProgress = (done: number): void => deps.onProgress((at + done) / missing.length);
      copies.unshift(
        await renderCopy(range, values, {
          ...deps,
          sources,
          sampleRate,
          onProgress,
          onSound: (made) => void written.push(made),
        }),
      );
    }
  } catch (error) {
    await discard();
    throw error;
  }
  const stretched = clips.reduce<Edit | null>((now, position, i) => {
    const clip = now && clipAt(now, position);
    if (!clip) return null;
    const part = parts[i]!;
    const [source = part.of, info] = copyOf(part) ?? [];
    const next = info?.stretch ?? values;
    return stretchClip(now, position, { present: stretchOf(sources, clip.source), source, next });
  }, edit);
  const added = Object.fromEntries(copies.slice(0, missing.length));
  return { edit: stretched, sources: added, discard };
}

/** Whether a copy has all that a range of its original becomes. */
function includes(
  info: SourceInfo,
  { of, start, end }: OriginalRange,
  sampleRate: number,
): boolean {
  const { stretch } = info;
  if (stretch?.source !== of) return false;
  const first = Math.round((stretch.start ?? 0) * sampleRate);
  return (
    stretchFrame(start, stretch.scale) >= first &&
    stretchFrame(end, stretch.scale) <= first + framesAt(info, sampleRate)
  );
}

/** A range with a margin, within the original. */
function widen(
  { of, start, end }: OriginalRange,
  original: SourceInfo | undefined,
  sampleRate: number,
): OriginalRange {
  const length = original ? framesAt(original, sampleRate) : end;
  const margin = MARGIN * sampleRate;
  return {
    of,
    start: Math.max(0, start - margin),
    end: Math.max(end, Math.min(length, end + margin)),
  };
}

/** Ranges of the same original that meet become one. */
const joinRanges = (ranges: readonly OriginalRange[]): readonly OriginalRange[] =>
  ranges
    .toSorted((a, b) => a.start - b.start)
    .reduce<readonly OriginalRange[]>((joined, range) => {
      const last = joined.findLast(({ of }) => of === range.of);
      if (!last || last.end < range.start) return [...joined, range];
      const longer = { ...last, end: Math.max(last.end, range.end) };
      return joined.map((each) => (each === last ? longer : each));
    }, []);

/** The copies with these values whose file exists. */
async function findCopies(
  { scale, semitones }: StretchValues,
  { sources, openSound }: Pick<StretchDeps, "openSound"> & { readonly sources: Sources },
): Promise<Copy[]> {
  const found: Copy[] = [];
  for (const [source, info] of Object.entries(sources)) {
    const isSame = info.stretch?.scale === scale && info.stretch.semitones === semitones;
    if (isSame && (await openSound(source).catch(() => null))) found.push([source, info]);
  }
  return found;
}

/** Renders a copy of a range of a source. */
async function renderCopy(
  range: OriginalRange,
  { scale, semitones }: StretchValues,
  {
    engine,
    openSound,
    makeSound,
    signal,
    onProgress,
    onSound,
    sources,
    sampleRate,
  }: StretchDeps & {
    readonly sources: Sources;
    readonly sampleRate: number;
    readonly onSound: (sound: NewSound) => void;
  },
): Promise<Copy> {
  const own = sources[range.of];
  const file = await openSound(range.of).catch(() => null);
  if (!own || !file) throw new FaultError("file.missing");
  const first = stretchFrame(range.start, scale);
  const frames = Math.max(1, stretchFrame(range.end, scale) - first);
  const seconds = frames / sampleRate;
  const source = "original";
  const edit = addTrack(createEdit(sampleRate, own.channels), "", { source, frames });
  const start = first / sampleRate;
  const warps = {
    [source]: {
      knots: [
        [0, start / scale],
        [seconds, (start + seconds) / scale],
      ] as const,
      seconds,
      pitch: [[0, semitones]] as const,
    },
  };
  const sound = await makeSound();
  onSound(sound);
  await engine.run(
    {
      effect: null,
      file: { edit, sources: { [source]: file }, warps },
      values: {},
      output: "wav32f",
    },
    { signal, sink: sound.stream, onProgress: (done) => onProgress(done ?? 0) },
  );
  const { size } = await sound.finish();
  const { name, channels } = own;
  const stretch = { source: range.of, scale, semitones, start };
  const info = { name, frames, sampleRate, channels, size, file: null, stretch };
  return [sound.id, info];
}
