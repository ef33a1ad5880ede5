import type { ToolLink } from "#core/page/page.ts";
import { glyphId, glyphKey } from "#core/figures/tool-glyphs.ts";
import glyphs from "./tool-glyphs.svg?url";
import css from "./tool-glyph.module.css";

/**
 * The glyph of a tool, beside its name. The paths are in one file that the browser caches, because
 * the menu of every page shows all of them.
 */
export function ToolGlyph({
  tool: { panel, preset },
  size,
}: {
  readonly tool: Pick<ToolLink, "panel" | "preset">;
  /** 40 px, beside a heading; 20 px otherwise. */
  readonly size?: "large";
}) {
  return panel === undefined || preset === undefined ? null : (
    <svg className={css["glyph"]} data-size={size} aria-hidden="true">
      <use href={`${glyphs}#${glyphId(glyphKey(panel, preset))}`} />
    </svg>
  );
}
