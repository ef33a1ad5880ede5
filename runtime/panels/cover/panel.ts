import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "cover",
  presets: ["cover"],
} satisfies PanelManifest;
