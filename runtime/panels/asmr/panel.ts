import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "asmr",
  presets: ["asmr"],
  accepts: "none",
} satisfies PanelManifest;
