import { downloadStream } from "../../core/api/downloads/download-stream.ts";
import { readArticle as readArticleCall } from "../../core/api/downloads/read-article.ts";
import { resolveDownload } from "../../core/api/downloads/resolve-download.ts";
import { countAttempts } from "../admission/limits.ts";
import { findMedia } from "../download/find-media.ts";
import { PICTURE } from "../download/http-source.ts";
import { extensionOf } from "../download/net/media-type.ts";
import { whenOver } from "../deps/slots.ts";
import { readArticle } from "../download/read-article.ts";
import { takeStream } from "../download/running-streams.ts";
import { issueTickets, readTicket } from "../download/tickets.ts";
import { attachmentOf } from "../http/attachment.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { networksOf } from "../http/client-address.ts";
import type { UserContext } from "../http/request-context.ts";
import type { RawRoute, Route } from "../http/route.ts";
import { userRoute } from "../http/route.ts";

const streamOf = (ticket: string): string => `${downloadStream.path}?ticket=${ticket}`;

/** Nobody looks for any number of links. @throws {ApiFailure} too_many_tries */
const countLink = ({ deps, address, user: { userId } }: UserContext): Promise<void> =>
  countAttempts(deps, [
    ["resolve", userId],
    ["resolveClient", networksOf(address).client],
  ]);

export const DOWNLOAD_ROUTES: readonly Route[] = [
  userRoute(readArticleCall, async ({ url }, context) => {
    await countLink(context);
    return readArticle(context.deps, url, context.request.signal);
  }),
  userRoute(resolveDownload, async ({ url }, context) => {
    const { deps, request, user } = context;
    const { userId } = user;
    await countLink(context);
    const found = await findMedia(deps, url, request.signal);
    const { title, author, duration, picture, chapters, formats, entries } = found;
    const source = formats[0]?.source ?? deps.media[0]!.name;
    const places = picture === null ? [] : [{ source, url: picture, type: PICTURE }];
    const tickets = await issueTickets(deps, { userId, title }, [...places, ...formats]);
    const forFormats = tickets.slice(places.length);
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

/** What is handed on of a request for a part of the bytes. */
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
    answer: async ({ deps, request, address }) => {
      const query = new URL(request.url).searchParams;
      const ticket = await readTicket(deps, query.get("ticket") ?? "");
      const source = deps.media.find(({ name }) => name === ticket.source);
      if (!source) throw new ApiFailure("not_found");
      const part = Number(query.get("part") ?? 0);
      if (!Number.isSafeInteger(part) || part < 0) throw new ApiFailure("invalid_request");
      const here = deps.downloads.take(ticket.userId);
      const { client } = networksOf(address);
      const leave = here && (await takeStream(deps, { userId: ticket.userId, client }));
      const end = (): void => {
        here?.();
        leave?.();
      };
      try {
        if (!leave) throw new ApiFailure("too_many_tries", { retryAfter: 5 });
        const headers = rangeOf(request);
        const media = await source.open(ticket, { signal: request.signal, headers, part });
        const isPicture = ticket.type === PICTURE;
        return new Response(whenOver(media.body, end), {
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
        end();
        throw error;
      }
    },
  },
];
