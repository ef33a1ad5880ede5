import { joinBytes } from "../bytes/byte-parts.ts";
import { boxesIn, boxOf, HEAD } from "../containers/mp4-boxes.ts";

/** Positions and durations of frames in a file. */
export class FrameTable {
  /** Size of each frame in bytes. */
  #sizes = new Uint32Array(4096);
  #frames = 0;
  /** Position and number of frames of each contiguous range (chunk). */
  readonly #stretches: { readonly at: number; readonly frames: number }[] = [];
  /** Run-length encoded durations, in timescale units. */
  readonly #lengths: { frames: number; steps: number }[] = [];
  #steps = 0;
  #stretchFrom = 0;

  get frames(): number {
    return this.#frames;
  }

  /** @param steps duration in timescale units */
  add(bytes: number, steps: number): void {
    if (this.#frames === this.#sizes.length) {
      const more = new Uint32Array(2 * this.#frames);
      more.set(this.#sizes);
      this.#sizes = more;
    }
    this.#sizes[this.#frames++] = bytes;
    this.#steps += steps;
    const last = this.#lengths.at(-1);
    if (last?.steps === steps) last.frames++;
    else this.#lengths.push({ frames: 1, steps });
  }

  /** Extends the last frame to cover a gap. */
  lengthenLast(steps: number): void {
    const last = this.#lengths.at(-1);
    if (!last) return;
    this.#steps += steps;
    const all = last.steps + steps;
    if (last.frames === 1) last.steps = all;
    else {
      last.frames--;
      this.#lengths.push({ frames: 1, steps: all });
    }
  }

  /** Ends a contiguous range: the frames since the last one are at this position in the file. */
  endStretch(at: number): void {
    const frames = this.#frames - this.#stretchFrom;
    if (frames > 0) this.#stretches.push({ at, frames });
    this.#stretchFrom = this.#frames;
  }

  /** Total duration in timescale units. */
  get steps(): number {
    return this.#steps;
  }

  /** The sample tables of a track by name (ISO/IEC 14496-12, 8.6.1.2, 8.7). */
  boxes(): Readonly<Record<string, Uint8Array>> {
    const runs = this.#stretches
      .map(({ frames }, at) => ({ first: at + 1, frames }))
      .filter(({ frames }, at, all) => all[at - 1]?.frames !== frames);
    const isLarge = (this.#stretches.at(-1)?.at ?? 0) >= 2 ** 32;
    return {
      stts: table(
        "stts",
        this.#lengths.flatMap(({ frames, steps }) => [frames, steps]),
        this.#lengths.length,
      ),
      stsc: table(
        "stsc",
        runs.flatMap(({ first, frames }) => [first, frames, 1]),
        runs.length,
      ),
      // No common size.
      stsz: table("stsz", this.#sizes.subarray(0, this.#frames), 0, this.#frames),
      stco: isLarge
        ? table(
            "co64",
            this.#stretches.flatMap(({ at }) => [Math.floor(at / 2 ** 32), at % 2 ** 32]),
            this.#stretches.length,
          )
        : table(
            "stco",
            this.#stretches.map(({ at }) => at),
            this.#stretches.length,
          ),
    };
  }
}

/** A table of 32-bit numbers after other fields, such as their count. */
function table(name: string, values: ArrayLike<number>, ...before: number[]): Uint8Array {
  const bytes = new Uint8Array(4 * (1 + before.length + values.length));
  const view = new DataView(bytes.buffer);
  before.forEach((value, at) => view.setUint32(4 * (1 + at), value));
  for (let at = 0; at < values.length; at++)
    view.setUint32(4 * (1 + before.length + at), values[at]!);
  return boxOf(name, bytes);
}

/** Offsets of the duration and the timescale of a track or file in its box (version 0). */
const LENGTHS: Readonly<Record<string, { readonly at: number; readonly scale: number | null }>> = {
  mvhd: { at: 24, scale: 20 },
  tkhd: { at: 28, scale: null },
  mdhd: { at: 24, scale: 20 },
};
const FOLDERS = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/** Timescale of a track. @param moov with one track */
export function scaleOf(moov: Uint8Array): number {
  const found = find(moov, "mdhd")!;
  return new DataView(found.buffer, found.byteOffset).getUint32(LENGTHS["mdhd"]!.scale!);
}

/** The first box of a type inside another one. */
function find(folder: Uint8Array, boxName: string): Uint8Array | null {
  for (const { name, box } of boxesIn(folder.subarray(HEAD))) {
    if (name === boxName) return box;
    const inside = FOLDERS.has(name) ? find(box, boxName) : null;
    if (inside) return inside;
  }
  return null;
}

/**
 * An edit list that trims the beginning (ISO/IEC 14496-12, 8.6.6). @param steps played duration in
 * the movie timescale
 */
const editListBox = (steps: number, lead: number): Uint8Array =>
  boxOf("edts", table("elst", [steps, lead, 0x10000], 1));

/**
 * Replaces the sample tables of a one-track description.
 * @param moov version 0, as written by a muxer for one frame
 * @param lead duration trimmed at the beginning by an edit list
 * @returns null if the sound is too long for version 0: 20 hours
 */
export function describeTrack(
  moov: Uint8Array,
  frames: FrameTable,
  lead = 0,
): Uint8Array<ArrayBuffer> | null {
  const scaleOfTrack = scaleOf(moov);
  const playedSeconds = (frames.steps - lead) / scaleOfTrack;
  const tables = frames.boxes();
  let fileScale = 0;
  let isTooLong = false;
  const within = (folder: Uint8Array): Uint8Array[] =>
    Array.from(boxesIn(folder.subarray(HEAD)), ({ name, box }) => {
      if (FOLDERS.has(name)) return boxOf(name, ...within(box));
      const own = tables[name === "co64" ? "stco" : name];
      if (own) return own;
      const length = LENGTHS[name];
      if (!length) return box;
      const copy = box.slice();
      const view = new DataView(copy.buffer);
      if (name === "mvhd") fileScale = view.getUint32(length.scale!);
      const scale = name === "mdhd" ? view.getUint32(length.scale!) : fileScale;
      // The media duration includes the trimmed part.
      const steps = name === "mdhd" ? frames.steps : Math.round(playedSeconds * scale);
      isTooLong ||= steps >= 2 ** 32;
      view.setUint32(length.at, steps);
      return name === "tkhd" && lead > 0 ? joinBytes([copy, editListBox(steps, lead)]) : copy;
    });
  const all = boxOf("moov", ...within(moov));
  return isTooLong ? null : all;
}
