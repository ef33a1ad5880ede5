import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "video",
  presets: ["video"],
} satisfies PanelManifest;
