import type { ReactNode } from "react";
import type { ToolGroup } from "#core/page/page.ts";
import { useT } from "../../i18n/context.tsx";
import { ToolList } from "../../ui/Blocks.tsx";
import { GroupGlyph } from "../../ui/figures/GroupGlyph.tsx";
import css from "./tool-groups.module.css";

/** A group of tools by name, with its glyph. The search hides it while it shows results. */
export function GroupSection({
  group: { id, tools },
  children,
}: {
  readonly group: ToolGroup;
  /** Content between the heading and the tools. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  return (
    <section id={id} className={css["group"]} aria-labelledby={`group-${id}`} data-tool-group="">
      <div className={css["groupHead"]}>
        <GroupGlyph group={id} />
        <h3 id={`group-${id}`}>{t(`common:groups.${id}.name`)}</h3>
        <p>{t(`common:groups.${id}.hint`)}</p>
      </div>
      {children}
      <ToolList tools={tools} />
    </section>
  );
}
