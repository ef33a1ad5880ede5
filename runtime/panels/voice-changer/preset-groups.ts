import type { PresetName } from "#audio/voice/presets.ts";

interface PresetGroup {
  readonly id: "size" | "character" | "device" | "place";
  readonly presets: readonly PresetName[];
}

/** The presets in display order. */
export const PRESET_GROUPS: readonly PresetGroup[] = [
  { id: "size", presets: ["none", "deep", "giant", "high", "child", "chipmunk", "helium"] },
  { id: "character", presets: ["robot", "alien", "monster", "whisper", "ghost"] },
  { id: "device", presets: ["telephone", "radio", "megaphone"] },
  { id: "place", presets: ["cave", "hall", "canyon"] },
];
