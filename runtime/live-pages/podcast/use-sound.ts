import { useEffect, useState } from "react";
import { AudioFetchError, fetchAudio } from "../../services/fetch-audio.ts";
import type { Text } from "../../notices/notices.ts";

export interface Sound {
  /** What a player can play; null while it is on its way. */
  readonly src: string | null;
  readonly problem: Text | null;
}

const isOwn = (address: string): boolean =>
  URL.canParse(address, location.href) &&
  new URL(address, location.href).origin === location.origin;

/** What is said of a sound that was not fetched: its address and what was answered (ERR-4). */
function silenceOf(error: unknown): Text {
  // Nobody who listens knows what to do with "answered 0".
  const isAnswered = error instanceof AudioFetchError && error.status > 0;
  return isAnswered ? { key: error.key, params: error.params } : "pages:podcast.silent";
}

/** Why a player is silent, which it does not tell. */
export const whySilent = (address: string): Promise<Text> =>
  fetchAudio(address, { fetch: (...request) => fetch(...request) }).then(
    // It has come, and cannot be played.
    () => "pages:podcast.silent",
    silenceOf,
  );

/**
 * The address under which a sound can be played. Players may load from this site alone; what is
 * elsewhere is fetched first.
 * @param attempt another number fetches again
 */
export function useSound(address: string, attempt: number): Sound {
  const [fetched, setFetched] = useState<Sound>({ src: null, problem: null });
  useEffect(() => {
    if (isOwn(address)) return;
    const control = new AbortController();
    let url: string | null = null;
    fetchAudio(address, { fetch: (...request) => fetch(...request), signal: control.signal }).then(
      (blob) => {
        if (control.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setFetched({ src: url, problem: null });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        setFetched({ src: null, problem: silenceOf(error) });
      },
    );
    return () => {
      control.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [address, attempt]);
  return isOwn(address) ? { src: address, problem: null } : fetched;
}
