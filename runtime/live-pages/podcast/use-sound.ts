import { useEffect, useState } from "react";
import { AudioFetchError, fetchAudio } from "../../services/fetch-audio.ts";
import type { Text } from "../../notices/notices.ts";

export interface Sound {
  /** Source for a player; null while it is being fetched. */
  readonly src: string | null;
  readonly problem: Text | null;
}

const isOwn = (address: string): boolean =>
  URL.canParse(address, location.href) &&
  new URL(address, location.href).origin === location.origin;

/** Error message of audio that could not be fetched: its URL and the status (ERR-4). */
function silenceOf(error: unknown): Text {
  // A status of 0 tells listeners nothing.
  const isAnswered = error instanceof AudioFetchError && error.status > 0;
  return isAnswered ? { key: error.key, params: error.params } : "pages:podcast.silent";
}

/** Finds out why a player fails, because media elements do not report the reason. */
export const whySilent = (address: string): Promise<Text> =>
  fetchAudio(address, { fetch: (...request) => fetch(...request) }).then(
    // The fetch succeeded, so the browser cannot decode the audio.
    () => "pages:podcast.silent",
    silenceOf,
  );

/**
 * A playable URL of an audio file. The content security policy restricts media to this site; audio
 * from other origins is fetched first.
 * @param attempt a new number fetches again
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
