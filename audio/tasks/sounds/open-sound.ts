import type { AudioSource } from "../../media/audio-source.ts";
import type { SoundPace } from "../../stretch/paced-source.ts";
import type { SegmentLength } from "./convert-source.ts";
import type { MixReader } from "./open-mix.ts";
import {
  isDub,
  isEpisode,
  isMix,
  isScape,
  type Mix,
  type Sound,
  type SoundFiles,
} from "./sounds.ts";

/** Opens the mix of an edit. Only the editor has edits, so its code is loaded on demand. */
export async function openEdit<F>(
  mix: Mix<F>,
  openFile: SoundFiles<F>["openFile"],
  segmentLength?: SegmentLength,
): Promise<MixReader<F>> {
  const { openMix } = await import("./open-mix.ts");
  return openMix(mix, openFile, segmentLength);
}

/** Opens a file, an edit, or a generated sound for reading. */
export async function openSound<F>(sound: Sound<F>, files: SoundFiles<F>): Promise<AudioSource> {
  if (isMix(sound)) return (await openEdit(sound, files.openFile)).source;
  if (isEpisode(sound)) {
    const { openEpisode } = await import("./open-episode.ts");
    return openEpisode(sound, files);
  }
  if (isDub(sound)) {
    const { openDub } = await import("./open-dub.ts");
    return openDub(sound, files);
  }
  if (isScape(sound)) {
    const { openScape } = await import("./open-scape.ts");
    return openScape(sound);
  }
  return files.openFile(sound);
}

/** Applies tempo and pitch if requested. The time stretcher is loaded on demand. */
export async function openPaced<F>(
  sound: Sound<F>,
  pace: SoundPace | undefined,
  files: SoundFiles<F>,
): Promise<AudioSource> {
  const source = await openSound(sound, files);
  if (!pace || (pace.tempo === 1 && pace.semitones === 0)) return source;
  const { pacedSource } = await import("../../stretch/paced-source.ts");
  return pacedSource(source, pace);
}
