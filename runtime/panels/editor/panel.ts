import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "editor",
  presets: ["edit", "trim", "volume"],
} satisfies PanelManifest;
