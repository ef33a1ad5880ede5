/**
 * Default export of `runtime/panels/<id>/panel.ts`. The panel is available once its folder contains
 * a `Panel.tsx`; until then its pages announce it as coming.
 */
export interface PanelManifest {
  readonly id: string;
  /** Presets that tool pages may use. */
  readonly presets: readonly string[];
  /** Presets whose pages still announce them as coming. */
  readonly building?: readonly string[];
  /**
   * Types of files in the tray that the panel accepts; `any` is audio and video, and is the
   * default.
   */
  readonly accepts?: "audio" | "video" | "any" | "none";
}
