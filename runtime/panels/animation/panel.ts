import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "animation",
  presets: ["animation"],
} satisfies PanelManifest;
