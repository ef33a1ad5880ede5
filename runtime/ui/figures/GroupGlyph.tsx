import type { Group } from "#core/tools/menu.ts";
import css from "./waveform.module.css";

/** Icons that show what the tools of each group do to a waveform. */
const GLYPHS: Readonly<Record<Group, readonly (readonly [tone: string, path: string])[]>> = {
  clean: [
    ["kept", "M8 20v8M14 13v22M20 8v32M26 15v18"],
    ["removed", "M32 22v4M36 19v2M40 25v3M44 21v2M38 30v1M33 14v1M43 15v1"],
  ],
  split: [
    ["original", "M5 17v14M10 11v26M15 16v16"],
    ["kept", "M25 8v6M30 5v12M35 8v6M40 6v10M45 9v4M25 22v4M30 20v8M35 21v6M40 20v8M45 22v4"],
    ["removed", "M25 36v2M30 34v6M35 35v4M40 33v8M45 36v2"],
  ],
  create: [
    ["original", "M4 8v6M9 5v12M14 8v6M4 36v2M9 33v8M14 35v5"],
    ["kept", "M25 19v10M30 12v24M35 7v34M40 13v22M45 19v10"],
  ],
  ai: [
    ["original", "M5 20v8M10 12v24M15 16v16M20 20v8"],
    ["keptText", "M29 15h15M29 24h11M29 33h15"],
  ],
  edit: [
    ["original", "M4 21v6M9 18v12M39 18v12M44 21v6"],
    ["selected", "M19 17v14M24 11v26M29 15v18M14 6v36M34 6v36M14 6h4M14 42h4M30 6h4M30 42h4"],
  ],
  download: [
    ["original", "M24 4v17M17.5 15.5l6.5 6.5 6.5-6.5"],
    ["kept", "M4 34v6M9 31v12M14 28v15M19 33v8M24 30v13M29 34v6M34 29v14M39 32v10M44 35v4"],
  ],
};

export function GroupGlyph({ group }: { readonly group: Group }) {
  return (
    <svg className={css["glyph"]} viewBox="0 0 48 48" aria-hidden="true">
      {GLYPHS[group].map(([tone, path]) => (
        <path key={path} className={css[tone]} d={path} />
      ))}
    </svg>
  );
}
