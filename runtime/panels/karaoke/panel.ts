import type { PanelManifest } from "../../../core/tools/panel.ts";

export default {
  id: "karaoke",
  presets: ["song", "link"],
  // Its page promises to fetch from an address, which is missing.
  building: ["link"],
} satisfies PanelManifest;
