import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "asmr",
  presets: ["asmr"],
} satisfies PanelManifest;
