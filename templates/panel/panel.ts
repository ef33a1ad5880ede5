import type { PanelManifest } from "{{core}}/panel.ts";

export default {
  id: "{{id}}",
  presets: {{presets}},
  accepts: "any",
} satisfies PanelManifest;
