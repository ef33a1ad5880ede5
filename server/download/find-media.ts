import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundMedia, MediaOptions } from "../ports/media-source.ts";

/** Timeout in milliseconds for resolving a link. */
const TIME = 45_000;

/** Whether another source may succeed after this error. */
const mayKnowMore = (error: unknown): boolean =>
  error instanceof ApiFailure && error.key !== "source_blocked" && error.key !== "source_too_large";

/**
 * Resolves a link with the first source that supports it.
 * @throws {ApiFailure} `source_…`; source_off, if there are no sources
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
      // The error of a source for a specific service is more precise than that of the generic page
      // source.
      failed = error;
    }
  throw (failed as Error | null) ?? new ApiFailure("source_unsupported");
}
