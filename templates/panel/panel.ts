import type { PanelManifest } from "{{core}}/tools/panel.ts";

export default {
  id: "{{id}}",
  presets: {{presets}},
  accepts: "any",
} satisfies PanelManifest;
