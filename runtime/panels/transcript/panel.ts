import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "transcript",
  presets: ["transcript"],
} satisfies PanelManifest;
