import { useEffect, useMemo, useRef, useState } from "react";
import { copyClips } from "#audio/edit/clips.ts";
import type { Edit, Track } from "#audio/edit/edit.ts";
import { fingerprintOf } from "#runtime/audio/fingerprint.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import type { SpectralSound } from "#runtime/audio/spectrogram/use-spectrogram.ts";
import { nameOfClips } from "./name-of-clips.ts";
import { type Blobs, useMixSources } from "./use-mix.ts";
import type { Reading } from "#runtime/audio/engine-types.ts";

/** The spectra of a track as it is, without the mixer; null until its files are known. */
export type SpectraOf = (track: Track) => SpectralSound | null;

/**
 * Makes spectra of an edit's tracks, in a worker of their own: what is heard does not wait for them.
 * @returns null where they are off, or cannot be made yet
 */
export function useSpectra(edit: Edit, blobs: Blobs, isOn: boolean): SpectraOf | null {
  const sources = useMixSources(edit, blobs);
  const prints = useFingerprints(blobs, isOn);
  const [reading, setReading] = useState<Reading | null>(null);
  const mix = useMemo(() => sources && { edit, sources }, [edit, sources]);
  const latest = useRef(mix);
  useEffect(() => {
    latest.current = mix;
  }, [mix]);
  /** What the reading reads. */
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
    // What cannot be read is told by who plays it.
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
      if (clips.some(({ source }) => files[source] && prints[source] === undefined)) return null;
      return {
        sampleRate: shown.sampleRate,
        nameOf(from, to) {
          const heard = nameOfClips(copyClips(clips, from, to), prints);
          return heard === null ? null : `${shown.channels} ${heard}`;
        },
        spectra(request) {
          // A question is about the edit by which its answer is named.
          if (read.current !== mix) reading.change(0, mix);
          read.current = mix;
          return reading.spectra({ file: 0, track: id, ...request });
        },
      };
    };
  }, [reading, mix, prints]);
}

/** Names of what is in files, by the ids of their sources. */
function useFingerprints(blobs: Blobs, isOn: boolean): Readonly<Record<string, string>> {
  const [prints, setPrints] = useState<Readonly<Record<string, string>>>({});
  const named = useRef(new Set<Blob>());
  useEffect(() => {
    if (!isOn) return;
    for (const [id, blob] of Object.entries(blobs)) {
      if (!blob || named.current.has(blob)) continue;
      named.current.add(blob);
      void fingerprintOf(blob, (data) => crypto.subtle.digest("SHA-256", data))
        // Where the browser gives no digest (no certificate), the id is as good until the page is left.
        .catch(() => id)
        .then((print) => setPrints((now) => ({ ...now, [id]: print })));
    }
  }, [blobs, isOn]);
  return prints;
}
