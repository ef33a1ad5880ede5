import { useEffect, useMemo, useRef, useState } from "react";
import { copyClips } from "#audio/edit/clips.ts";
import type { Edit, Track } from "#audio/edit/edit.ts";
import { fingerprintOf } from "#runtime/audio/fingerprint.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import type { SpectralSound } from "#runtime/audio/spectrogram/use-spectrogram.ts";
import { clipFingerprint } from "./clip-fingerprint.ts";
import { type Blobs, useMixSources } from "./use-mix.ts";
import type { Reading } from "#runtime/audio/engine-types.ts";

/** The spectra of a track before the mixer; null until its files are known. */
export type SpectraOf = (track: Track) => SpectralSound | null;

/**
 * Computes spectra of an edit's tracks in a worker of their own, so that they never delay playback.
 * @returns null while spectrograms are off or not ready
 */
export function useSpectra(edit: Edit, blobs: Blobs, isOn: boolean): SpectraOf | null {
  const sources = useMixSources(edit, blobs);
  const digests = useFingerprints(blobs, isOn);
  const [reading, setReading] = useState<Reading | null>(null);
  const mix = useMemo(() => sources && { edit, sources }, [edit, sources]);
  const latest = useRef(mix);
  useEffect(() => {
    latest.current = mix;
  }, [mix]);
  /** The mix that the reading has opened. */
  const read = useRef<Mix | null>(null);
  const isReady = isOn && mix !== null;
  useEffect(() => {
    if (!isReady) return undefined;
    let here = true;
    let opened: Reading | null = null;
    const start = async (): Promise<void> => {
      const first = latest.current!;
      opened = await sharedEngine().open([first], true);
      if (!here) return opened.close();
      read.current = first;
      setReading(opened);
    };
    // The player reports files that cannot be read.
    start().catch(() => {});
    return () => {
      here = false;
      opened?.close();
      setReading(null);
    };
  }, [isReady]);

  return useMemo(() => {
    if (!reading || !mix) return null;
    const { edit: shown, sources: files } = mix;
    return ({ id, clips }) => {
      if (clips.some(({ source }) => files[source] && digests[source] === undefined)) return null;
      return {
        sampleRate: shown.sampleRate,
        nameOf(from, to) {
          const key = clipFingerprint(copyClips(clips, from, to), digests);
          return key === null ? null : `${shown.channels} ${key}`;
        },
        spectra(request) {
          // The cache key names the present edit, so the reading has to use it as well.
          if (read.current !== mix) reading.change(0, mix);
          read.current = mix;
          return reading.spectra({ file: 0, track: id, ...request });
        },
      };
    };
  }, [reading, mix, digests]);
}

/** Digests of the files, by source id. */
function useFingerprints(blobs: Blobs, isOn: boolean): Readonly<Record<string, string>> {
  const [prints, setPrints] = useState<Readonly<Record<string, string>>>({});
  const named = useRef(new Set<Blob>());
  useEffect(() => {
    if (!isOn) return;
    for (const [id, blob] of Object.entries(blobs)) {
      if (!blob || named.current.has(blob)) continue;
      named.current.add(blob);
      void fingerprintOf(blob, (data) => crypto.subtle.digest("SHA-256", data))
        // Without a secure context there is no digest; the id is unique until the page is closed.
        .catch(() => id)
        .then((print) => setPrints((now) => ({ ...now, [id]: print })));
    }
  }, [blobs, isOn]);
  return prints;
}
