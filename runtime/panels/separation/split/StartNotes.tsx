import { useStore } from "zustand";
import { useLocale } from "#runtime/i18n/context.tsx";
import { MonoNote } from "#runtime/panel-kit/split/MonoNote.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { stemBytes, tooFewBytes } from "./stem-bytes.ts";
import type { SplitSetup } from "./use-split-setup.ts";

/** Notes about songs before they are separated. */
export function StartNotes({
  shown,
  songs,
  stems,
  setup,
}: {
  readonly shown: TrayFile;
  readonly songs: readonly TrayFile[];
  /** Number of stems per song. */
  readonly stems: number;
  readonly setup: SplitSetup;
}) {
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const storage = useStore(files, (state) => state.storage);
  const seconds = songs.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const needed = stemBytes(seconds, stems, setup.output);
  const free = tooFewBytes(storage, needed);
  return (
    <>
      {setup.model === null && <MonoNote key={shown.id} file={shown} />}
      {free !== null && (
        <Notice weight="attention">
          <p>
            {t("panel-separation:room", {
              needed: format.bytes(needed),
              free: format.bytes(free),
            })}
          </p>
        </Notice>
      )}
    </>
  );
}
