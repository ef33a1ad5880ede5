import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "cloning",
  presets: ["cloning"],
} satisfies PanelManifest;
