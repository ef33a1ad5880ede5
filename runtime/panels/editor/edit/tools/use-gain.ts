import { useState } from "react";
import { type Edit, type Selection, trackAlone } from "#audio/edit/edit.ts";
import { changeGain } from "#audio/edit/operations.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { faultText } from "#runtime/contract/texts.ts";
import { useEditor, useEditorSound, useEditorState } from "../context/editor-context.ts";
import { commandTarget } from "../project/edit-commands.ts";
import type { Blobs } from "../project/use-mix.ts";

/** True peak of normalized ranges, in dBTP. */
const CEILING = -1;

/** Changes the level of the selection, or of the clip at the cursor; both null if there is neither. */
export function useGain(): {
  /** @param change dB */
  readonly gain: ((change: number) => void) | null;
  readonly normalize: (() => void) | null;
  /** Whether the peak is being measured. */
  readonly isBusy: boolean;
} {
  const { notices, report } = useWorkspace();
  const { store, announce } = useEditor();
  const state = useEditorState((current) => current);
  const { blobs } = useEditorSound();
  const [isBusy, setBusy] = useState(false);
  const target = commandTarget(state);
  if (!target) return { gain: null, normalize: null, isBusy };
  const normalize = async (): Promise<void> => {
    setBusy(true);
    try {
      const peak = await peakOf(state.edit, target, blobs);
      if (!Number.isFinite(peak)) return;
      store.commit(changeGain(state.edit, target, CEILING - peak), { step: "normalise" });
      announce("normalise");
    } catch (error) {
      notices.warn(faultText(describeError(error, report)));
    } finally {
      setBusy(false);
    }
  };
  return {
    gain(change) {
      store.commit(changeGain(state.edit, target, change), { step: "gain" });
      announce("gain");
    },
    normalize: () => void (isBusy || normalize()),
    isBusy,
  };
}

/** True peak of a range of tracks, in dBTP. */
async function peakOf(
  edit: Edit,
  { tracks, start, end }: Selection,
  blobs: Blobs,
): Promise<number> {
  const sources = Object.fromEntries(Object.entries(blobs).filter(([, blob]) => blob !== null));
  const { signal } = new AbortController();
  const levels = await Promise.all(
    tracks.map((track) =>
      sharedEngine().measure(
        {
          edit: trackAlone(edit, track),
          sources: sources as Record<string, Blob>,
          range: [start, end],
        },
        { signal },
      ),
    ),
  );
  return Math.max(...levels.map(({ truePeak }) => truePeak));
}
