import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { getFeed } from "#core/api/podcasts/get-feed.ts";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import { readArticle } from "#core/api/downloads/read-article.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { downloadStream } from "#core/api/downloads/download-stream.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { recordOf } from "./purchases.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";
import type { Usage } from "./world.ts";

const TICKET_LASTS = 3600;

/** Addresses that only the server itself, or its neighbours, can reach. */
const INSIDE =
  /^(localhost|.*\.local|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.|\[)/;

function pageOf<T>(all: readonly T[], page: number, page_size: number) {
  const from = (page - 1) * page_size;
  return { list: all.slice(from, from + page_size), total: all.length, page, page_size };
}

export const usageRecordOf = ({ id, tool, seconds, cost, state, created }: Usage) => ({
  id,
  tool,
  seconds,
  cost,
  state,
  created_at: created,
});

export const RECORD_ROUTES: readonly Route[] = [
  route(getUsagePage, ({ page, page_size, tool }, visit) => {
    const shown = visit
      .account()
      .usages.filter((usage) => !usage.hidden && (tool === undefined || usage.tool === tool))
      .reverse();
    return pageOf(shown.map(usageRecordOf), page, page_size);
  }),
  route(deleteUsage, ({ ids }, visit) => {
    const found = visit.account().usages.filter(({ id, hidden }) => ids.includes(id) && !hidden);
    for (const usage of found) usage.hidden = true;
    return { deleted: found.length };
  }),
  route(getPaymentPage, ({ page, page_size }, { world, ...visit }) => {
    const orders = visit.account().orders.toReversed();
    return pageOf(
      orders.map((order) => recordOf(order, world.offers)),
      page,
      page_size,
    );
  }),
  route(savePodcast, (request, { world, ...visit }) => {
    const id = world.nextId("p");
    visit.account().podcasts.push(id);
    world.podcasts.set(id, { ...request, id, created_at: world.now() });
    return { id };
  }),
  route(deletePodcast, ({ id }, { world, ...visit }) => {
    const { podcasts } = visit.account();
    const at = podcasts.indexOf(id);
    if (at < 0) throw new FakeApiError("not_found");
    podcasts.splice(at, 1);
    world.podcasts.delete(id);
    return undefined;
  }),
  route(getFeed, (_, visit) => ({
    url: `https://api.example/audio/podcast-feeds/${visit.account().id}`,
  })),
  // No files of jobs have been erased.
  route(getErasure, () => {
    throw new FakeApiError("not_found");
  }),
  route(getPodcast, ({ id }, { world, token }) => {
    const found = world.podcasts.get(id);
    if (!found) throw new FakeApiError("not_found");
    const caller = world.accounts.get(world.tokens.get(token ?? "") ?? "");
    return { ...found, own: caller?.podcasts.includes(id) ?? false };
  }),
  route(readArticle, ({ url }, { world, ...visit }) => {
    visit.account();
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol)) throw new FakeApiError("source_no_text");
    if (INSIDE.test(address.hostname)) throw new FakeApiError("source_blocked");
    const article = Object.hasOwn(world.articles, url) ? world.articles[url] : undefined;
    if (!article) throw new FakeApiError("source_no_text");
    return article;
  }),
  route(resolveDownload, ({ url }, { world, ...visit }) => {
    visit.account();
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol))
      throw new FakeApiError("source_unsupported");
    if (INSIDE.test(address.hostname)) throw new FakeApiError("source_blocked");
    const source = Object.hasOwn(world.sources, url) ? world.sources[url] : undefined;
    if (!source) throw new FakeApiError("source_unsupported");
    const formats = source.formats.map(({ id, type, body }) => {
      const ticket = world.nextId("ticket");
      world.tickets.set(ticket, { source, format: id, until: world.now() + TICKET_LASTS });
      return {
        id,
        kind: type.startsWith("audio/") ? ("audio" as const) : ("both" as const),
        type,
        codec: null,
        bitrate: null,
        height: null,
        size: body.length,
        parted: false,
        stream: `${downloadStream.path}?ticket=${ticket}`,
      };
    });
    const { title, duration } = source;
    return { title, author: null, duration, picture: null, chapters: [], formats, entries: [] };
  }),
];
