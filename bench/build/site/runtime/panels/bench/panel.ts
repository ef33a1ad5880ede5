import type { PanelManifest } from "#core/tools/panel.ts";

export default { id: "bench", presets: ["bench"] } satisfies PanelManifest;
