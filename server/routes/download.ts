import { downloadStream } from "../../core/api/downloads/download-stream.ts";
import { resolveDownload } from "../../core/api/downloads/resolve-download.ts";
import { countAttempts } from "../accounts/limits.ts";
import { findMedia } from "../download/find-media.ts";
import { extensionOf } from "../download/media-type.ts";
import { whenOver } from "../deps/slots.ts";
import { issueTickets, readTicket } from "../download/tickets.ts";
import { attachmentOf } from "../http/attachment.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RawRoute, Route } from "../http/route.ts";
import { userRoute } from "../http/route.ts";

export const DOWNLOAD_ROUTES: readonly Route[] = [
  userRoute(resolveDownload, async ({ url }, { deps, request, user: { userId } }) => {
    await countAttempts(deps, [["resolve", userId]]);
    const { title, duration, formats } = await findMedia(deps, url, request.signal);
    const tickets = await issueTickets(deps, { userId, title }, formats);
    return {
      title,
      duration,
      formats: formats.map(({ id, type, size }, index) => ({
        id,
        type,
        size,
        stream: `${downloadStream.path}?ticket=${tickets[index]}`,
      })),
    };
  }),
];

const RANGE = /^bytes=\d{0,15}-\d{0,15}$/;

export const DOWNLOAD_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: downloadStream,
    limit: null,
    answer: async ({ deps, request }) => {
      const ticket = await readTicket(deps, new URL(request.url).searchParams.get("ticket") ?? "");
      const source = deps.media.find(({ name }) => name === ticket.source);
      if (!source) throw new ApiFailure("not_found");
      const leave = deps.downloads.take(ticket.userId);
      if (!leave) throw new ApiFailure("too_many_tries", { retryAfter: 30 });
      try {
        const asked = request.headers.get("range");
        const range = asked !== null && RANGE.test(asked) ? asked : null;
        const media = await source.open(ticket, { signal: request.signal, range });
        return new Response(whenOver(media.body, leave), {
          status: media.status,
          headers: {
            "Content-Type": media.type,
            "Content-Disposition": attachmentOf(ticket.title, extensionOf(media.type)),
            "Content-Security-Policy": "sandbox; default-src 'none'",
            ...(media.size !== null && { "Content-Length": String(media.size) }),
            ...(media.contentRange !== null && { "Content-Range": media.contentRange }),
          },
        });
      } catch (error) {
        leave();
        throw error;
      }
    },
  },
];
