import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "enhance",
  presets: ["denoise", "breath", "clicks", "enhance", "silence", "echo", "reverb"],
} satisfies PanelManifest;
