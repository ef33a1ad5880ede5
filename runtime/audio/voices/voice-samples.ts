import { personaOf } from "#audio/narration/personas.ts";
import { FaultError } from "../../contract/fault.ts";

/**
 * The address of what a voice's page says, spoken by its persona (`bench/audio/make-voices.ts`); null for
 * voices that a site has added, and for those of visitors.
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
