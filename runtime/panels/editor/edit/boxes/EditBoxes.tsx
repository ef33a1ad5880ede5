import { type ReactNode, useState } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { Desk } from "../desk/desk.ts";
import css from "../desk/edit.module.css";
import { EffectBox } from "./EffectBox.tsx";
import { ExportBox } from "./ExportBox.tsx";
import { HistoryBox } from "./HistoryBox.tsx";
import { LevelBox } from "./LevelBox.tsx";
import { MarkBox } from "./MarkBox.tsx";
import type { Blobs } from "../project/use-mix.ts";
import type { PanelProps } from "#runtime/workspace/contract/panel.ts";

/** What can be done beyond the tools, each behind its title. */
export function EditBoxes({
  desk,
  tool,
  jobs,
  blobs,
  tell,
  onTrial,
  play,
  pause,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly desk: Desk;
  readonly blobs: Blobs;
  readonly tell: (label: string) => void;
  readonly onTrial: (edit: Edit | null, blobs?: Readonly<Record<string, Blob>>) => void;
  readonly play: () => void;
  readonly pause: () => void;
}) {
  const own = { desk, tell };
  return (
    <div className={css["boxes"]}>
      <Box name="level">
        <LevelBox {...own} blobs={blobs} />
      </Box>
      <Box name="effects">
        <EffectBox {...own} blobs={blobs} onTrial={onTrial} play={play} pause={pause} />
      </Box>
      <Box name="marks">
        <MarkBox {...own} />
      </Box>
      <Box name="history">
        <HistoryBox {...own} />
      </Box>
      <ExportBox desk={desk} tool={tool} jobs={jobs} />
    </div>
  );
}

/** What is in it is made when it is opened. */
function Box({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css["box"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t(`panel-editor:edit.box.${name}`)}</summary>
      {isOpen && children}
    </details>
  );
}
