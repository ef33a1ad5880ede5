/** What an address of the site leads to, as far as the worker has a say in it. */
export type Kind =
  /** Its name changes with its content. */
  | "asset"
  /** Of the voice and of the translator that sites publish: the name of its folder changes with it. */
  | "program"
  | "document"
  | "payload"
  /** Messages, data of the application, icons, the offline page. */
  | "file"
  /** A sound that a tool's page plays before and after. */
  | "sample"
  /** `builds/latest.json`: which build is out. */
  | "latest"
  /** `builds/meta/<id>.json`: never changes. */
  | "meta";

/** What the API answers, its pages of payments among it, and sound that it hands on. */
const API = /^\/(audio|igweb|logstores|resources)\/|^\/(healthz|readyz|metrics)$/;
const FILE =
  /^\/((app|locales)\/.+\.json|languages\.json|favicon\.svg|icon-[\w-]+\.png|offline\.html)$|^(\/[\w-]+)?\/manifest\.webmanifest$/;

/** @returns null where the worker leaves an address alone */
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

type Asked = Pick<Request, "method" | "url" | "mode" | "cache"> & {
  readonly headers: Pick<Headers, "has">;
};

/**
 * What a request wants, if it is one that the worker answers: all others go their way as if there
 * were no worker.
 */
export function requestKind(request: Asked, origin: string): Kind | null {
  const { method, url, mode, cache, headers } = request;
  if (method !== "GET") return null;
  // Such a request must not reach the network.
  if (cache === "only-if-cached" && mode !== "same-origin") return null;
  const kind = kindOf(url, origin);
  return headers.has("range") && kind !== "sample" ? null : kind;
}

/** By which name an answer is kept: one for an address with and without query or slash at the end. */
export function keyOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + (pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname);
}
