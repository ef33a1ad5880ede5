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
        // Nobody who listens knows what to do with "answered 0".
        const said = error instanceof AudioFetchError && error.status > 0;
        const problem = said ? { key: error.key, params: error.params } : "pages:podcast.silent";
        setFetched({ src: null, problem });
      },
    );
    return () => {
      control.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [address, attempt]);
  return isOwn(address) ? { src: address, problem: null } : fetched;
}
