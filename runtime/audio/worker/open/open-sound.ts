import type { AudioSource } from "#audio/media/audio-source.ts";
import {
  openEdit as openEditOf,
  openSound as openSoundOf,
} from "#audio/tasks/sounds/open-sound.ts";
import type { SegmentLength } from "#audio/tasks/sounds/convert-source.ts";
import type { MixReader } from "#audio/tasks/sounds/open-mix.ts";
import type { SoundFiles } from "#audio/tasks/sounds/sounds.ts";
import { openFile } from "../host/worker-host.ts";
import type { Mix, Sound } from "../sounds.ts";

/** The files of the visitor. */
export const soundFiles: SoundFiles<Blob> = {
  openFile,
  readFile: (file) => file.arrayBuffer(),
};

export const openEdit = (mix: Mix, segmentLength?: SegmentLength): Promise<MixReader<Blob>> =>
  openEditOf(mix, openFile, segmentLength);

export const openSound = (sound: Sound): Promise<AudioSource> => openSoundOf(sound, soundFiles);
