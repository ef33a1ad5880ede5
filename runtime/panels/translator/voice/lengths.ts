import { createStore, type StoreApi } from "zustand/vanilla";
import type { Slot } from "#audio/dubbing/fit-speech.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";

/** A translation with its time slot. */
export interface LineInTime {
  readonly text: string;
  /** Locale code. */
  readonly language: string;
  readonly persona: VoiceId;
  readonly slot: Slot;
}

/** Measured length of a spoken line. */
export interface SpokenLength {
  readonly seconds: number;
  readonly pace: number;
  readonly excess: number;
}

/** Cache key of a line and its time slot, rounded to hundredths of a second. */
export const keyOf = ({ text, language, persona, slot: { own, room } }: LineInTime): string =>
  JSON.stringify(["dub", 1, language, persona, text, own.toFixed(2), room.toFixed(2)]);

type Lengths = Readonly<Record<string, SpokenLength | undefined>>;
let store: StoreApi<Lengths> | null = null;

/** Lengths of lines spoken since the document was opened, by key. */
export const spokenLengths = (): StoreApi<Lengths> => (store ??= createStore<Lengths>(() => ({})));
