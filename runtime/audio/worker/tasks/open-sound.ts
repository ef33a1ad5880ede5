import type { AudioSource } from "../../../../audio/media/audio-source.ts";
import type { SoundPace } from "../../../../audio/stretch/paced-source.ts";
import type { PieceLength } from "../mix/convert-source.ts";
import type { MixReader } from "../mix/open-mix.ts";
import type { Mix, Sound } from "../protocol.ts";
import { openFile } from "../host/worker-host.ts";

/** Opens what an edit sounds like. Only the editor has edits: others do not load what plays them. */
export async function openEdit(mix: Mix, pieces?: PieceLength): Promise<MixReader> {
  const { openMix } = await import("../mix/open-mix.ts");
  return openMix(mix, openFile, pieces);
}

/** Opens a file, or what an edit sounds like, for reading. */
export const openSound = async (sound: Sound): Promise<AudioSource> =>
  sound instanceof Blob ? openFile(sound) : (await openEdit(sound)).source;

/** The same in another tempo and pitch, where one is wanted. What stretches is loaded with the first one. */
export async function openPaced(sound: Sound, pace: SoundPace | undefined): Promise<AudioSource> {
  const source = await openSound(sound);
  if (!pace || (pace.tempo === 1 && pace.semitones === 0)) return source;
  const { pacedSource } = await import("../../../../audio/stretch/paced-source.ts");
  return pacedSource(source, pace);
}
