import { requestKind } from "./classify.ts";
import { createPrecache } from "./precache.ts";
import { isKeepMessage } from "./message.ts";
import { createRespond } from "./respond.ts";
import { createSharedFiles, isFilesRequest } from "./shared-files.ts";
import { createStores } from "./stores.ts";

declare const self: ServiceWorkerGlobalScope;

const { origin } = self.location;
const stores = createStores(self.caches);
const options = { stores, origin, fetch: self.fetch.bind(self) };
const respond = createRespond(options);
const keep = createPrecache(options);
const shared = createSharedFiles(origin, (work, ms) => setTimeout(work, ms));

// A new worker waits until no page uses the previous one: see decisions/012-service-worker.md.

self.addEventListener("activate", (event) => {
  // The first worker takes over open pages immediately: it responds as the network does.
  event.waitUntil(stores.tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const later = (work: Promise<unknown>): void => event.waitUntil(work);
  if (shared.isShare(request)) return event.respondWith(shared.receive(request, later));
  const kind = requestKind(request, origin);
  if (!kind) return;
  event.respondWith(
    respond({
      request,
      kind,
      from: async () => (await self.clients.get(clientId))?.url,
      later,
    }),
  );
});

self.addEventListener("message", (event) => {
  const message: unknown = event.data;
  if (isKeepMessage(message)) event.waitUntil(keep(message.addresses));
  else if (isFilesRequest(message) && event.ports[0]) shared.give(message.id, event.ports[0]);
});
