import type { AudioSource } from "#audio/media/audio-source.ts";
import type { SoundPace } from "#audio/stretch/paced-source.ts";
import type { SegmentLength } from "../mix/convert-source.ts";
import type { MixReader } from "../mix/open-mix.ts";
import { isMix, type Mix, type Sound } from "../sounds.ts";
import { openFile } from "../host/worker-host.ts";

/** Opens the mix of an edit. Only the editor has edits, so its code is loaded on demand. */
export async function openEdit(mix: Mix, segmentLength?: SegmentLength): Promise<MixReader> {
  const { openMix } = await import("../mix/open-mix.ts");
  return openMix(mix, openFile, segmentLength);
}

/** Opens a file, an edit, or a generated sound for reading. */
export async function openSound(sound: Sound): Promise<AudioSource> {
  if (sound instanceof Blob) return openFile(sound);
  if (isMix(sound)) return (await openEdit(sound)).source;
  if ("episode" in sound) {
    const { openEpisode } = await import("../episode/open-episode.ts");
    return openEpisode(sound);
  }
  if ("dub" in sound) {
    const { openDub } = await import("../dub/open-dub.ts");
    return openDub(sound);
  }
  const { openScape } = await import("../scape/open-scape.ts");
  return openScape(sound);
}

/** Applies tempo and pitch if requested. The time stretcher is loaded on demand. */
export async function openPaced(sound: Sound, pace: SoundPace | undefined): Promise<AudioSource> {
  const source = await openSound(sound);
  if (!pace || (pace.tempo === 1 && pace.semitones === 0)) return source;
  const { pacedSource } = await import("#audio/stretch/paced-source.ts");
  return pacedSource(source, pace);
}
