import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "translator",
  presets: ["translator"],
} satisfies PanelManifest;
