import { useCallback, useEffect, useMemo, useState } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import type { LaneDisplay } from "./context/edit-settings.ts";
import type { EditorSound } from "./context/editor-context.ts";
import { useLazySpectrogram } from "./lanes/use-lazy-spectrogram.ts";
import type { EditorState } from "./project/edit-store.ts";
import { useBlobs, useMix } from "./project/use-mix.ts";
import { useSourcePeaks } from "./project/use-source-peaks.ts";
import { useSpectra } from "./project/use-spectra.ts";

/**
 * Opens the sound of the project, or that of another edit while an effect is previewed.
 * @param onLost receives the sources whose files no longer exist; the same function each time
 */
export function useProjectSound(
  { edit, sources }: Pick<EditorState, "edit" | "sources">,
  display: LaneDisplay,
  onLost: (sources: ReadonlySet<string>) => void,
): { readonly sound: EditorSound; readonly playing: boolean } {
  const [preview, setPreviewEdit] = useState<Edit | null>(null);
  const [previewBlobs, setPreviewBlobs] = useState<Readonly<Record<string, Blob>>>({});
  const projectBlobs = useBlobs(edit, sources);
  const blobs = useMemo(() => ({ ...projectBlobs, ...previewBlobs }), [projectBlobs, previewBlobs]);
  const { mixing, playing } = useMix(preview ?? edit, blobs);
  const peaks = useSourcePeaks(blobs);
  const hasSpectra = display !== "waveform";
  const spectra = useSpectra(edit, projectBlobs, hasSpectra);
  const Spectrogram = useLazySpectrogram(hasSpectra);
  const lost = useMemo(
    () => new Set(Object.keys(projectBlobs).filter((id) => projectBlobs[id] === null)),
    [projectBlobs],
  );
  useEffect(() => onLost(lost), [lost, onLost]);
  const setPreview = useCallback<EditorSound["setPreview"]>((next, added) => {
    setPreviewEdit(next);
    setPreviewBlobs(added ?? {});
  }, []);
  const sound = useMemo(
    () => ({
      player: mixing?.player ?? null,
      read: mixing?.read ?? null,
      levels: mixing?.levels ?? null,
      blobs,
      lost,
      peaks,
      spectra,
      Spectrogram,
      setPreview,
    }),
    [mixing, blobs, lost, peaks, spectra, Spectrogram, setPreview],
  );
  return { sound, playing };
}
