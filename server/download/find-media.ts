import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundMedia, MediaOptions } from "../ports/media-source.ts";

/** Milliseconds in which it must be known what is behind a link. */
const TIME = 45_000;

/** Whether another source may have what this one was refused. */
const mayKnowMore = (error: unknown): boolean =>
  error instanceof ApiFailure && error.key !== "source_blocked" && error.key !== "source_too_large";

/**
 * What is behind a link, from the first source that knows it.
 * @throws {ApiFailure} `source_…`; source_off, where there are no sources
 */
export async function findMedia(
  { media }: Pick<Deps, "media">,
  link: string,
  { signal: leaving, userId }: MediaOptions,
): Promise<FoundMedia> {
  if (media.length === 0) throw new ApiFailure("source_off");
  const url = URL.parse(link.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_unsupported");
  const timeout = AbortSignal.timeout(TIME);
  const signal = AbortSignal.any([leaving, timeout]);
  let failed: unknown = null;
  for (const source of media)
    try {
      const found = await source.resolve(url, { signal, userId });
      if (found && found.formats.length + found.entries.length > 0) return found;
    } catch (error) {
      if (timeout.aborted) throw new ApiFailure("source_unavailable");
      if (!mayKnowMore(error)) throw error;
      // Who knows the service says more than who knows its page.
      failed = error;
    }
  throw (failed as Error | null) ?? new ApiFailure("source_unsupported");
}
