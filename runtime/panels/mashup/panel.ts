import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "mashup",
  presets: ["mashup"],
} satisfies PanelManifest;
