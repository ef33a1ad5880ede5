import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "separation",
  presets: [
    "stems",
    "instrumental",
    "vocals",
    "no-drums",
    "no-bass",
    "no-guitar",
    "no-piano",
    "no-lead",
    "speech",
  ],
} satisfies PanelManifest;
