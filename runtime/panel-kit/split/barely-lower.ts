import {
  type SeparationPreset,
  SEPARATION_PRESETS,
  STEM_LIMITS,
} from "#audio/separation/presets.ts";

/** dB that a song has to become softer by for its job to be worth its credits. */
const LEAST = 1;

/**
 * Whether the built-in engine has done next to nothing for a preset whose stem it cannot tell apart.
 * @param song its loudness, and that of what is left of it
 */
export function isBarelyLower(
  preset: SeparationPreset,
  song: { readonly lufs: number },
  rest: { readonly lufs: number },
): boolean {
  const hasNoMethod = SEPARATION_PRESETS[preset].some((stem) => STEM_LIMITS[stem] === "noMethod");
  // Of silence there is no difference.
  return hasNoMethod && !(song.lufs - rest.lufs >= LEAST);
}
