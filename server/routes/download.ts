import { downloadStream } from "#core/api/downloads/download-stream.ts";
import { readArticle as readArticleCall } from "#core/api/downloads/read-article.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import { countAttempts } from "../admission/limits.ts";
import { takeSlots } from "../admission/slots.ts";
import { findMedia } from "../download/find-media.ts";
import { PICTURE } from "../download/http-source.ts";
import { extensionOf } from "../download/net/media-type.ts";
import { readArticle } from "../download/read-article.ts";
import { issueTickets, readTicket } from "../download/tickets.ts";
import { attachmentOf } from "../http/attachment.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { networksOf } from "../http/client-address.ts";
import type { UserContext } from "../http/request-context.ts";
import { type RawRoute, type Route, userRoute } from "../http/route.ts";
import { whenOver } from "../streams/when-over.ts";

const streamOf = (ticket: string): string => `${downloadStream.path}?ticket=${ticket}`;

/**
 * Runs a lookup of a link, subject to the hourly and concurrency limits.
 * @throws {ApiFailure} too_many_tries, unavailable
 */
async function lookUp<T>(context: UserContext, work: () => Promise<T>): Promise<T> {
  const { deps, address, user } = context;
  const { userId } = user;
  const { client } = networksOf(address);
  await countAttempts(deps, [
    ["resolve", userId],
    ["resolveClient", client],
  ]);
  const release = await takeSlots(deps, {
    work: "links",
    slotKeys: [
      ["linkAccount", userId],
      ["linkClient", client],
    ],
    retryAfter: 5,
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

export const DOWNLOAD_ROUTES: readonly Route[] = [
  userRoute(readArticleCall, ({ url }, context) => {
    const { deps, request, user } = context;
    const options = { signal: request.signal, userId: user.userId };
    return lookUp(context, () => readArticle(deps, url, options));
  }),
  userRoute(resolveDownload, async ({ url }, context) => {
    const { deps, request, user } = context;
    const { userId } = user;
    const found = await lookUp(context, () =>
      findMedia(deps, url, { signal: request.signal, userId }),
    );
    const { title, author, duration, picture, chapters, formats, entries } = found;
    const source = formats[0]?.source ?? deps.media[0]!.name;
    const locations = picture === null ? [] : [{ source, url: picture, type: PICTURE }];
    const tickets = await issueTickets(deps, { userId, title }, [...locations, ...formats]);
    const forFormats = tickets.slice(locations.length);
    return {
      title,
      author,
      duration,
      picture: picture === null ? null : streamOf(tickets[0]!),
      chapters: [...chapters],
      formats: formats.map(({ id, kind, type, codec, bitrate, height, size, list }, index) => ({
        id,
        kind,
        type,
        codec,
        bitrate,
        height,
        size,
        parted: list !== undefined,
        stream: streamOf(forFormats[index]!),
      })),
      entries: [...entries],
    };
  }),
];

const RANGE = /^bytes=\d{1,15}-\d{0,15}$/;
const ETAG = /^[\x20-\x7e]{1,200}$/;

/** Forwarded headers of a range request. */
function rangeOf({ headers }: Request): Readonly<Record<string, string>> {
  const range = headers.get("range");
  const same = headers.get("if-range");
  if (range === null || !RANGE.test(range)) return {};
  return { range, ...(same !== null && ETAG.test(same) && { "if-range": same }) };
}

export const DOWNLOAD_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: downloadStream,
    limit: null,
    handle: async ({ deps, request, address }) => {
      const query = new URL(request.url).searchParams;
      const ticket = await readTicket(deps, query.get("ticket") ?? "");
      const source = deps.media.find(({ name }) => name === ticket.source);
      if (!source) throw new ApiFailure("not_found");
      const part = Number(query.get("part") ?? 0);
      if (!Number.isSafeInteger(part) || part < 0) throw new ApiFailure("invalid_request");
      const release = await takeSlots(deps, {
        work: "streams",
        slotKeys: [
          ["streamAccount", ticket.userId],
          ["streamClient", networksOf(address).client],
        ],
        retryAfter: 5,
      });
      try {
        const headers = rangeOf(request);
        const media = await source.open(ticket, {
          signal: request.signal,
          userId: ticket.userId,
          headers,
          part,
        });
        const isPicture = ticket.type === PICTURE;
        return new Response(whenOver(media.body, release), {
          status: media.status,
          headers: {
            "Content-Type": media.type,
            ...(!isPicture && {
              "Content-Disposition": attachmentOf(ticket.title, extensionOf(media.type)),
            }),
            "Content-Security-Policy": "sandbox; default-src 'none'",
            ...(media.size !== null && { "Content-Length": String(media.size) }),
            ...(media.contentRange !== null && { "Content-Range": media.contentRange }),
            ...(media.etag !== null && { ETag: media.etag }),
            ...(media.modified !== null && { "Last-Modified": media.modified }),
          },
        });
      } catch (error) {
        await release();
        throw error;
      }
    },
  },
];
