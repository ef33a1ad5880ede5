import type { PanelManifest } from "../../../../../../core/panel.ts";

export default { id: "bench", presets: ["bench"] } satisfies PanelManifest;
