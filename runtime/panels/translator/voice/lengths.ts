import { createStore, type StoreApi } from "zustand/vanilla";
import type { Slot } from "#audio/dubbing/fit-speech.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";

/** A translation that is spoken in its time. */
export interface LineInTime {
  readonly text: string;
  /** Code of a locale. */
  readonly language: string;
  readonly persona: VoiceId;
  readonly slot: Slot;
}

/** How a line has come out. */
export interface SpokenLength {
  readonly seconds: number;
  readonly pace: number;
  readonly excess: number;
}

/** A line and its time, to the hundredth of a second. */
export const keyOf = ({ text, language, persona, slot: { own, room } }: LineInTime): string =>
  JSON.stringify(["dub", 1, language, persona, text, own.toFixed(2), room.toFixed(2)]);

type Lengths = Readonly<Record<string, SpokenLength | undefined>>;
let store: StoreApi<Lengths> | null = null;

/** Lengths of lines that were spoken since the document was opened, by their keys. */
export const spokenLengths = (): StoreApi<Lengths> => (store ??= createStore<Lengths>(() => ({})));
