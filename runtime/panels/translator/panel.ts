import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "translator",
  presets: ["translator"],
} satisfies PanelManifest;
