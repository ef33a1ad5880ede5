import type { Dispatch, SetStateAction } from "react";
import { useEffect, useRef, useState } from "react";
import { records } from "../../../audio/records.ts";
import type { MixerState } from "./mixer-state.ts";
import { keptOf, mixerAtFirst, mixerOfKept } from "./mixer-state.ts";

/** ms for which nothing is set until it is written down. */
const REST = 250;

/**
 * What is set in the mixer of a job, and kept for the next visit.
 * @param song its job, stems by name, those that are muted at first, and seconds; the first that it is given
 */
export function useKeptMixer(song: {
  readonly job: string;
  readonly stems: readonly string[];
  readonly muted: readonly string[];
  readonly duration: number;
}): readonly [MixerState, Dispatch<SetStateAction<MixerState>>] {
  const [{ job, stems, muted, duration }] = useState(song);
  const [first] = useState(() => mixerAtFirst(stems, muted));
  const [state, setState] = useState(first);
  /** What is kept, or the same as nothing: it need not be written down. */
  const known = useRef(first);
  const unsaved = useRef<(() => void) | null>(null);
  useEffect(() => {
    let here = true;
    void records.get("panels", job).then((kept) => {
      if (!here || !kept) return;
      const read = mixerOfKept(kept, first, { stems, duration });
      known.current = read;
      // What was set meanwhile is newer.
      setState((now) => (now === first ? read : now));
    });
    return () => {
      here = false;
    };
  }, [job, stems, duration, first]);
  useEffect(() => {
    if (state === first || state === known.current) return undefined;
    unsaved.current = () => {
      unsaved.current = null;
      void records.put("panels", job, keptOf(stems, state));
    };
    const timer = setTimeout(unsaved.current, REST);
    return () => clearTimeout(timer);
  }, [job, stems, state, first]);
  useEffect(() => {
    const save = (): void => unsaved.current?.();
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);
  return [state, setState];
}
