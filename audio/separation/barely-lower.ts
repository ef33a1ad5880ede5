import { type SeparationPreset, SEPARATION_PRESETS, STEM_LIMITS } from "./presets.ts";

/** Minimum reduction of loudness in dB for which credits are charged. */
const MIN_REDUCTION = 1;

/** Whether the built-in engine cannot separate a stem of a preset, so that a job may change nothing. */
export const canBeUnchanged = (preset: SeparationPreset): boolean =>
  SEPARATION_PRESETS[preset].some((stem) => STEM_LIMITS[stem] === "noMethod");

/**
 * Whether the built-in engine has removed almost nothing for a preset whose stem it cannot
 * separate.
 * @param song its loudness, and that of the remainder
 */
export function isBarelyLower(
  preset: SeparationPreset,
  song: { readonly lufs: number },
  rest: { readonly lufs: number },
): boolean {
  // The difference of two silences is not a number.
  return canBeUnchanged(preset) && !(song.lufs - rest.lufs >= MIN_REDUCTION);
}
