import {
  type Persona,
  type PersonaId,
  PERSONA_IDS,
  PERSONAS,
  personaOf,
} from "#audio/narration/personas.ts";
import { hostedPersona } from "#audio/narration/studio-narration.ts";
import { FaultError } from "../../contract/fault.ts";
import type { Hosted } from "../../contract/hosted.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import { type OwnVoiceId, isOwnVoice } from "./own-voice.ts";
import { voiceStore } from "./voice-store.ts";

/** A voice of the operator's hosted model. */
export type HostedVoiceId = `hosted-${string}`;
const HOSTED = "hosted-";
export const isHostedVoice = (id: unknown): id is HostedVoiceId =>
  typeof id === "string" && /^hosted-[\w.-]{1,60}$/.test(id);

/** A voice of the site, of the visitor, or a hosted one. */
export type VoiceId = PersonaId | OwnVoiceId | HostedVoiceId;

export const isVoice = (id: unknown): id is VoiceId =>
  isOwnVoice(id) || isHostedVoice(id) || (typeof id === "string" && personaOf(id) !== null);

/** A voice that can be chosen. */
export interface Voice {
  readonly id: VoiceId;
  /** Display name; those of the site are the same in all languages. */
  readonly name: string;
  readonly isOwn: boolean;
  readonly isHosted?: true;
  /** Words per minute. */
  readonly rate: number;
}

/** The voices of the site. */
export const SITE_VOICES: readonly Voice[] = PERSONA_IDS.map((id) => ({
  id,
  name: id[0]!.toUpperCase() + id.slice(1),
  isOwn: false,
  rate: PERSONAS[id].rate,
}));

/** The voices of the site, then those of the visitor. */
export async function listVoices(): Promise<readonly Voice[]> {
  const own = await voiceStore.list();
  return [
    ...SITE_VOICES,
    ...own.map(({ id, name, persona: { rate } }) => ({ id, name, isOwn: true, rate })),
  ];
}

/** The operator's voices for a language. @param language locale code; any if missing */
export const hostedVoices = ({ speech }: Pick<Hosted, "speech">, language?: string): Voice[] =>
  speech && (language === undefined || supportsLocales(speech, language))
    ? speech.voices.map(({ id, name }) => ({
        id: `${HOSTED}${id}` as const,
        name,
        isOwn: false,
        isHosted: true,
        rate: hostedPersona(id).rate,
      }))
    : [];

/** The persona of a voice. @throws {FaultError} voice.gone */
export type Voices = (id: VoiceId) => Persona;

/**
 * Loads the voices once for a job or a view: `(await loadVoices())("own-…")`.
 * The returned function throws `voice.gone` for a deleted voice.
 */
export async function loadVoices(): Promise<Voices> {
  const own = new Map((await voiceStore.list()).map(({ id, persona }) => [id as string, persona]));
  return (id) => {
    const persona = isHostedVoice(id)
      ? hostedPersona(id.slice(HOSTED.length))
      : isOwnVoice(id)
        ? own.get(id)
        : PERSONAS[id];
    if (!persona) throw new FaultError("voice.gone");
    return persona;
  };
}

/** The name of a voice; empty if it is unknown or was deleted. */
export const nameOfVoice = (voices: readonly Voice[], id: VoiceId): string =>
  voices.find((voice) => voice.id === id)?.name ?? "";
