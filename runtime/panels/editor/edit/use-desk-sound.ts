import { useEffect, useMemo, useState } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import type { LaneLook } from "./desk/desk.ts";
import { useSpectrogramPart } from "./lanes/use-spectrogram-part.ts";
import { useBlobs, useMix } from "./project/use-mix.ts";
import { useSourcePeaks } from "./project/use-source-peaks.ts";
import { useSpectra } from "./project/use-spectra.ts";
import type { EditorState } from "./project/edit-store.ts";

/**
 * What is heard and drawn of an edit, or of another one while an effect is tried.
 * @param onLost told which sources have no file any more; the same function each time
 */
export function useDeskSound(
  { edit, sources }: Pick<EditorState, "edit" | "sources">,
  look: LaneLook,
  onLost: (sources: ReadonlySet<string>) => void,
) {
  const [trial, setTrial] = useState<Edit | null>(null);
  const [trialBlobs, setTrialBlobs] = useState<Readonly<Record<string, Blob>>>({});
  const kept = useBlobs(edit, sources);
  const blobs = useMemo(() => ({ ...kept, ...trialBlobs }), [kept, trialBlobs]);
  const { mixing, playing } = useMix(trial ?? edit, blobs);
  const peaks = useSourcePeaks(blobs);
  const hasSpectra = look !== "waveform";
  const spectra = useSpectra(edit, kept, hasSpectra);
  const Spectrogram = useSpectrogramPart(hasSpectra);
  const lost = useMemo(() => new Set(Object.keys(kept).filter((id) => kept[id] === null)), [kept]);
  useEffect(() => onLost(lost), [lost, onLost]);
  return {
    blobs,
    mixing,
    player: mixing?.player ?? null,
    playing,
    peaks,
    spectra,
    Spectrogram,
    lost,
    /** Lets another edit be heard, with what it plays beside the files of this one; null: this one. */
    onTrial: (next: Edit | null, added?: Readonly<Record<string, Blob>>): void => {
      setTrial(next);
      setTrialBlobs(added ?? {});
    },
  };
}
