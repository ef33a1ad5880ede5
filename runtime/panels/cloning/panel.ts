import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "cloning",
  presets: ["cloning"],
} satisfies PanelManifest;
