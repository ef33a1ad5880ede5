import { personaOf } from "#audio/narration/personas.ts";
import { FaultError } from "../../contract/fault.ts";

/**
 * URL of the sample on a voice's page (`bench/audio/make-voices.ts`); null for voices added by a
 * site, and for visitors' voices.
 * @param slug of the page, or id of the voice
 */
export const voiceSampleOf = (slug: string): string | null =>
  personaOf(slug) ? `/samples/${slug}.mp3` : null;

/** @param url of a sample */
export async function fetchVoiceSample(url: string): Promise<Blob> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new FaultError("unreachable", {}, cause);
  });
  const { ok, status, statusText } = response;
  if (!ok) throw new FaultError("fetch", { url, status, statusText });
  return response.blob();
}
