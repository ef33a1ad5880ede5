import { type ComponentType, type ReactNode, memo, useEffect, useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { faultText } from "#runtime/contract/texts.ts";
import css from "../context/edit.module.css";
import { EffectSection } from "./EffectSection.tsx";
import { ExportSection } from "./ExportSection.tsx";
import { GridSection } from "./GridSection.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { LevelSection } from "./LevelSection.tsx";
import { MarkerSection } from "./MarkerSection.tsx";
import type { PanelProps } from "#runtime/contract/panel.ts";

/** The inspector: sections that can be opened, beside the tracks or below them. */
export const EditSections = memo(function EditSections({
  tool,
  jobs,
  children,
}: Pick<PanelProps, "tool" | "jobs"> & {
  /** Shown below the sections. */
  readonly children: ReactNode;
}) {
  const t = useT();
  return (
    <aside className={css["inspector"]} aria-label={t("panel-editor:edit.inspector")}>
      <Section name="level">
        <LevelSection />
      </Section>
      <Section name="effects">
        <EffectSection />
      </Section>
      <Section name="stretch">
        <Lazy load={loadStretch} />
      </Section>
      <Section name="inserts">
        <Lazy load={loadTrackEffects} />
      </Section>
      <Section name="auto">
        <Lazy load={loadAutomatic} />
      </Section>
      <Section name="grid">
        <GridSection />
      </Section>
      <Section name="marks">
        <MarkerSection />
      </Section>
      <Section name="history">
        <HistorySection />
      </Section>
      <Section name="export">
        <ExportSection tool={tool} jobs={jobs} />
      </Section>
      {children}
    </aside>
  );
});

/** A section that is loaded when it is first opened. */
function Lazy({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { notices, report } = useWorkspace();
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    load().then(
      (loaded) => setLoaded(() => loaded),
      (error: unknown) => void notices.warn(faultText(describeError(error, report))),
    );
  }, [load, notices, report]);
  return Loaded && <Loaded />;
}

const loadTrackEffects = async (): Promise<ComponentType> =>
  (await import("./TrackEffectsSection.tsx")).TrackEffectsSection;
const loadStretch = async (): Promise<ComponentType> =>
  (await import("./StretchSection.tsx")).StretchSection;
const loadAutomatic = async (): Promise<ComponentType> =>
  (await import("./AutomaticSection.tsx")).AutomaticSection;

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
