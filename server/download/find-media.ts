import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundMedia } from "../ports/media-source.ts";

/** Milliseconds in which it must be known what is behind a link. */
const TIME = 45_000;

/**
 * What is behind a link, from the first source that knows it.
 * @throws {ApiFailure} `source_…`; source_off, where there are no sources
 */
export async function findMedia(
  { media }: Pick<Deps, "media">,
  link: string,
  leaving: AbortSignal,
): Promise<FoundMedia> {
  if (media.length === 0) throw new ApiFailure("source_off");
  const url = URL.parse(link.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_unsupported");
  const timeout = AbortSignal.timeout(TIME);
  const signal = AbortSignal.any([leaving, timeout]);
  try {
    for (const source of media) {
      const found = await source.resolve(url, { signal });
      if (found && found.formats.length + found.entries.length > 0) return found;
    }
  } catch (error) {
    if (timeout.aborted) throw new ApiFailure("source_unavailable");
    throw error;
  }
  throw new ApiFailure("source_unsupported");
}
