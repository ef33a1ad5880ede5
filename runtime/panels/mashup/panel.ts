import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "mashup",
  presets: ["mashup"],
} satisfies PanelManifest;
