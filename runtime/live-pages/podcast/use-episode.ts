import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { useOnline } from "../../account/form/use-online.ts";
import { useApplication } from "../../application/application.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { Text } from "../../notices/notices.ts";
import { errorText } from "../../account/store/user.ts";
import type { Episode } from "./episode.ts";

export type Loaded =
  | { readonly name: "loading" | "noId" | "missing" | "gone" }
  | { readonly name: "offline" | "failed"; readonly text: Text }
  | { readonly name: "ready"; readonly episode: Episode };

const NOWHERE = new Set(["not_found", "invalid_request"]);
const UNREACHED = new Set(["offline", "unreachable"]);

function failureOf(error: unknown): Loaded {
  const key = error instanceof ApiError ? error.key : null;
  if (key !== null && NOWHERE.has(key)) return { name: "missing" };
  const text = errorText(error, "errors:http.other");
  return { name: key !== null && UNREACHED.has(key) ? "offline" : "failed", text };
}

/** Loads the episode with an id; retries when the browser is online again. */
export function useEpisode(id: string | null): {
  readonly loaded: Loaded;
  readonly again: () => void;
  /** Called when the episode has been deleted. */
  readonly onRemoved: () => void;
} {
  const { api, user } = useApplication();
  // The owner is known only once the token has been checked.
  const isKnown = useStore(user, ({ status }) => status !== "unknown");
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ name: id === null ? "noId" : "loading" });
  const isReady = loaded.name === "ready";
  const isRemoved = loaded.name === "gone";
  useEffect(() => {
    if (id === null || isReady || isRemoved || !isKnown) return;
    const control = new AbortController();
    api(getPodcast, { id }, { quiet: "refusals", signal: control.signal }).then(
      (episode) => setLoaded({ name: "ready", episode }),
      (error: unknown) => {
        if (!control.signal.aborted) setLoaded(failureOf(error));
      },
    );
    return () => control.abort();
  }, [api, id, isReady, isRemoved, isKnown, online, attempt]);
  return {
    loaded,
    again: () => {
      setLoaded({ name: "loading" });
      setAttempt((count) => count + 1);
    },
    onRemoved: () => setLoaded({ name: "gone" }),
  };
}
