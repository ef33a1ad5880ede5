import { type ReactNode, memo, useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../context/edit.module.css";
import { EffectSection } from "./EffectSection.tsx";
import { ExportSection } from "./ExportSection.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { LevelSection } from "./LevelSection.tsx";
import { MarkerSection } from "./MarkerSection.tsx";
import type { PanelProps } from "#runtime/contract/panel.ts";

/** Sections below the tracks that can be opened, and the export. */
export const EditSections = memo(function EditSections({
  tool,
  jobs,
}: Pick<PanelProps, "tool" | "jobs">) {
  return (
    <div className={css["sections"]}>
      <Section name="level">
        <LevelSection />
      </Section>
      <Section name="effects">
        <EffectSection />
      </Section>
      <Section name="marks">
        <MarkerSection />
      </Section>
      <Section name="history">
        <HistorySection />
      </Section>
      <ExportSection tool={tool} jobs={jobs} />
    </div>
  );
});

/** A disclosure whose content is rendered while it is open. */
function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={css["section"]}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t(`panel-editor:edit.box.${name}`)}</summary>
      {isOpen && children}
    </details>
  );
}
