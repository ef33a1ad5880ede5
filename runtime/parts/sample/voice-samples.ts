import { personaOf } from "../../../audio/narration/personas.ts";

/**
 * The address of what a voice's page says, spoken by its persona (`bench/audio/make-voices.ts`); null for
 * voices that a site has added.
 * @param slug of the page
 */
export const voiceSampleOf = (slug: string): string | null =>
  personaOf(slug) ? `/samples/${slug}.mp3` : null;
