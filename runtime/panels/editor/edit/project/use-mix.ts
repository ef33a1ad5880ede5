import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { sourcesOf } from "../../../../../audio/edit/arrange.ts";
import type { Edit } from "../../../../../audio/edit/edit.ts";
import { sharedEngine } from "../../../../audio/shared-engine.ts";
import type { Mix } from "../../../../audio/worker/protocol.ts";
import { useWorkspace } from "../../../../workspace/contract/context.ts";
import { describeError } from "../../../../workspace/contract/describe-error.ts";
import { faultText } from "../../../../workspace/contract/texts.ts";
import type { SourceInfo } from "./edit-draft.ts";
import { shelf } from "./edit-shelf.ts";
import { secondsOf } from "./edit-store.ts";
import type { LoopPlayer } from "../../../../panel-kit/player/loop-player.ts";
import type { PlayerState } from "../../../../panel-kit/player/player.ts";
import { createLoopPlayer } from "../../../../panel-kit/player/loop-player.ts";
import { stillOf, useOnlySound } from "../../../../panel-kit/player/use-one-sound.ts";
import type { Reading } from "../../../../audio/engine-types.ts";

const STILL = stillOf<PlayerState>({ playing: false, time: 0 });

/** Files of sources, by their ids. Null: it is gone. */
export type Blobs = Readonly<Record<string, Blob | null>>;

/** Reads frames of one track as it is; fewer where the edit ends. */
export type ReadTrack = (
  track: number,
  from: number,
  count: number,
) => Promise<readonly Float32Array[]>;

export interface Mixing {
  readonly player: LoopPlayer;
  readonly read: ReadTrack;
}

/** Where the playhead is, in seconds. */
export const usePlace = (player: LoopPlayer | null): number =>
  useStore(player ?? STILL, (state) => state.time);

/** Opens the files of an edit's sources, each once. */
export function useBlobs(edit: Edit, sources: Readonly<Record<string, SourceInfo>>): Blobs {
  const { files } = useWorkspace();
  const [blobs, setBlobs] = useState<Blobs>({});
  /** Which file was opened for a source. */
  const opened = useRef(new Map<string, string | null>());
  const needed = useMemo(() => [...sourcesOf(edit)], [edit]);
  useEffect(() => {
    for (const id of needed) {
      const info = sources[id];
      if (!info || opened.current.get(id) === info.file) continue;
      opened.current.set(id, info.file);
      const open = info.file === null ? shelf.openSound(id) : files.open(info.file);
      open.then(
        (blob) => setBlobs((now) => ({ ...now, [id]: blob })),
        () => setBlobs((now) => ({ ...now, [id]: null })),
      );
    }
  }, [needed, sources, files]);
  return blobs;
}

/** What an edit needs to be read: its files that are there. @returns null until all are open */
export function useMixSources(edit: Edit, blobs: Blobs): Mix["sources"] | null {
  const isReady = useMemo(() => [...sourcesOf(edit)].every((id) => id in blobs), [edit, blobs]);
  const sources = useMemo(() => {
    const there = Object.entries(blobs).filter(([, blob]) => blob !== null);
    return Object.fromEntries(there) as Mix["sources"];
  }, [blobs]);
  return isReady ? sources : null;
}

/**
 * Makes an edit heard. What is changed while it plays is heard a moment later, without a gap; null
 * until its files are open. One sound of the workspace is heard at a time.
 */
export function useMix(
  edit: Edit,
  blobs: Blobs,
): { readonly mixing: Mixing | null; readonly playing: boolean } {
  const { notices, report } = useWorkspace();
  const [mixing, setMixing] = useState<Mixing | null>(null);
  const sources = useMixSources(edit, blobs);
  const isReady = sources !== null;
  const latest = useRef({ edit, sources: sources ?? {}, change: (): void => {} });
  const { sampleRate } = edit;

  useEffect(() => {
    if (!sources) return;
    latest.current.edit = edit;
    latest.current.sources = sources;
    latest.current.change();
  }, [edit, sources]);

  useEffect(() => {
    if (!isReady) return undefined;
    let here = true;
    let made: LoopPlayer | null = null;
    const now = latest.current;
    const fail = (error: unknown): void =>
      void notices.warn(faultText(describeError(error, report)));
    const start = async (): Promise<void> => {
      const given = now.edit;
      const reading = await sharedEngine().open([{ edit: given, sources: now.sources }]);
      if (!here) return reading.close();
      const player = createLoopPlayer({
        reading: followingLength(reading, () => secondsOf(now.edit)),
        createContext: (rate) => new AudioContext({ sampleRate: rate }),
        setTimer: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        onError: fail,
      });
      made = player;
      now.change = () => {
        reading.change(0, { edit: now.edit, sources: now.sources });
        player.refresh();
      };
      if (now.edit !== given) now.change();
      const read: ReadTrack = (track, from, count) => reading.read({ file: 0, from, count, track });
      setMixing({ player, read });
    };
    start().catch((error: unknown) => here && fail(error));
    return () => {
      here = false;
      now.change = () => {};
      made?.close();
      setMixing(null);
    };
    // A new rate needs a new clock; other changes are told to the reading.
  }, [isReady, sampleRate, notices, report]);

  const player = mixing?.player ?? null;
  const playing = useStore(player ?? STILL, (state) => state.playing);
  useOnlySound(player, playing);
  return { mixing, playing };
}

/** A reading whose length is that of the edit now. @param seconds says it */
function followingLength(
  reading: Reading,
  seconds: () => number,
): Pick<Reading, "files" | "read" | "close"> {
  return {
    get files() {
      return [{ ...reading.files[0]!, duration: seconds() }];
    },
    read: (request) => reading.read(request),
    close: () => reading.close(),
  };
}
