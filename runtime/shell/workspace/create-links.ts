import { readArticle } from "#core/api/downloads/read-article.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import type { Links } from "../../contract/links.ts";
import type { Application } from "../../application/application.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { errorOfResponse } from "./error-of-response.ts";

/** Link downloads over the site's API. */
export function createLinks(
  { api, data }: Pick<Application, "api" | "data">,
  { fetch, navigator }: Pick<Window & typeof globalThis, "fetch" | "navigator">,
): Links {
  const address = (stream: string): string => data.site.apiBase + stream;
  return {
    enabled: data.services.links.enabled,
    address,
    resolve: (url, signal) => api(resolveDownload, { url }, { signal, quiet: "all" }),
    read: (url, signal) => api(readArticle, { url }, { signal, quiet: "all" }),
    async open(stream, { signal, headers = {} }) {
      let response: Response;
      try {
        response = await fetch.call(globalThis, address(stream), {
          signal,
          headers,
          cache: "no-store",
        });
      } catch (error) {
        signal.throwIfAborted();
        throw new ApiError("", { key: navigator.onLine ? "unreachable" : "offline", cause: error });
      }
      if (!response.ok) throw await errorOfResponse(response);
      return response;
    },
  };
}
