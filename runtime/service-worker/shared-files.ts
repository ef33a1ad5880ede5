import { type FilesRequest, SHARED } from "./message.ts";

/** Milliseconds that shared files wait for the page: a browser may end an idle worker after that. */
const MAX_WAIT = 60_000;
/** Name of the files in the form; the manifest has it, too. */
const FILES = "files";

/** Files that another application has shared, from their arrival until the page has them. */
export interface SharedFiles {
  /** Whether a request carries what was shared, as the manifest's share target says. */
  readonly isShare: (request: Pick<Request, "method" | "url" | "mode">) => boolean;
  /**
   * Takes what was shared, and redirects to the page that opens it: the home page for files, the
   * tool that loads links for a link.
   * @param later keeps the worker alive until the page has the files
   */
  readonly receive: (
    request: Pick<Request, "url" | "formData">,
    later: (work: Promise<unknown>) => void,
  ) => Promise<Response>;
  /**
   * Passes files on, once; an empty list if there are none.
   * @param id which ones: the value of the parameter of the page
   */
  readonly give: (id: string, port: Pick<MessagePort, "postMessage">) => void;
}

interface Waiting {
  readonly files: readonly FormDataEntryValue[];
  /** Lets the browser end the worker. */
  readonly end: () => void;
}

export function createSharedFiles(
  origin: string,
  setTimer: (work: () => void, ms: number) => unknown,
): SharedFiles {
  const waiting = new Map<string, Waiting>();
  let count = 0;
  return {
    isShare({ method, url, mode }) {
      const address = new URL(url);
      return (
        method === "POST" &&
        mode === "navigate" &&
        address.origin === origin &&
        address.searchParams.has(SHARED)
      );
    },
    async receive(request, later) {
      const address = new URL(request.url);
      // The page says that nothing has arrived.
      const form = await request.formData().catch(() => new FormData());
      // A form without a file has an empty one.
      const files = form
        .getAll(FILES)
        .filter((entry) => entry instanceof File && (entry.size > 0 || entry.name !== ""));
      const links = address.searchParams.get("links");
      // Two slashes at the beginning would lead to another site.
      if (files.length === 0 && links !== null && /^\/(?!\/)[\w/-]*$/.test(links)) {
        const target = new URL(links, origin);
        for (const name of ["link", SHARED]) {
          const value = form.get(name);
          if (typeof value === "string" && value !== "") target.searchParams.set(name, value);
        }
        return Response.redirect(target.href, 303);
      }
      const id = String((count += 1));
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, { files, end: resolve });
      setTimer(resolve, MAX_WAIT);
      later(promise.then(() => waiting.delete(id)));
      return Response.redirect(`${origin}${address.pathname}?${SHARED}=${id}`, 303);
    },
    give(id, port) {
      const shared = waiting.get(id);
      waiting.delete(id);
      port.postMessage(shared?.files ?? []);
      shared?.end();
    },
  };
}

export function isFilesRequest(value: unknown): value is FilesRequest {
  if (typeof value !== "object" || value === null) return false;
  const { type, id } = value as Partial<Record<keyof FilesRequest, unknown>>;
  return type === SHARED && typeof id === "string";
}
