/** Kind of a URL that the service worker handles. */
export type Kind =
  /** Content-hashed asset. */
  | "asset"
  /** File of a published voice or translator; the name of its folder changes with its content. */
  | "program"
  | "document"
  | "payload"
  /** Messages, data of the application, icons, the offline page. */
  | "file"
  /** Sample of a tool's page. */
  | "sample"
  /** `builds/latest.json`: id of the present build. */
  | "latest"
  /** `builds/meta/<id>.json`: immutable. */
  | "meta";

/** Responses of the API, including payment pages and proxied audio. */
const API = /^\/(audio|igweb|logstores|resources)\/|^\/(healthz|readyz|metrics)$/;
const FILE =
  /^\/((app|locales)\/.+\.json|languages\.json|favicon\.svg|icon-[\w-]+\.png|offline\.html)$|^(\/[\w-]+)?\/manifest\.webmanifest$/;

/** @returns null for URLs that the worker does not handle */
export function kindOf(address: string, origin: string): Kind | null {
  const { origin: own, pathname } = new URL(address);
  if (own !== origin) return null;
  if (API.test(pathname)) return null;
  if (/^\/assets\/[\w.-]+$/.test(pathname)) return "asset";
  if (/^\/speech\/[\w.-]+\/[\w.-]+$/.test(pathname)) return "program";
  if (pathname === "/builds/latest.json") return "latest";
  if (/^\/builds\/meta\/[\w-]+\.json$/.test(pathname)) return "meta";
  if (pathname.endsWith("/_payload.json")) return "payload";
  if (FILE.test(pathname)) return "file";
  if (/^\/samples\/[\w.-]+$/.test(pathname)) return "sample";
  return /\.[^./]*$/.test(pathname) ? null : "document";
}

type ClassifiedRequest = Pick<Request, "method" | "url" | "mode" | "cache"> & {
  readonly headers: Pick<Headers, "has">;
};

/** Classifies a request; others are left to the browser as if there were no worker. */
export function requestKind(request: ClassifiedRequest, origin: string): Kind | null {
  const { method, url, mode, cache, headers } = request;
  if (method !== "GET") return null;
  // These requests must not reach the network.
  if (cache === "only-if-cached" && mode !== "same-origin") return null;
  const kind = kindOf(url, origin);
  return headers.has("range") && kind !== "sample" ? null : kind;
}

/** Cache key of a response: the same for a URL with and without a query or a trailing slash. */
export function keyOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + (pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname);
}
