import type { PanelManifest } from "{{core}}/panel.ts";

export default {
  id: "{{id}}",
  presets: ["{{id}}"],
} satisfies PanelManifest;
