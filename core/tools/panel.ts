/**
 * What `runtime/panels/<id>/panel.ts` exports by default. The panel can be used once its folder has
 * a `Panel.tsx`; until then its pages say that it is being built.
 */
export interface PanelManifest {
  readonly id: string;
  /** How tool pages may open it. */
  readonly presets: readonly string[];
  /** Those of them whose pages still say that they are being built. */
  readonly building?: readonly string[];
  /** Files of the tray that it works on; `any` is sound and film, and holds where it is missing. */
  readonly accepts?: "audio" | "video" | "any" | "none";
}
