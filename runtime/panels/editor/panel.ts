import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "editor",
  presets: ["edit", "trim", "volume"],
} satisfies PanelManifest;
