import { setTimeout } from "node:timers/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import {
  type RedirectOutcome,
  type Root,
  type Source,
  sitemapsOfRobots,
  DEFAULT_NAMES,
} from "./source.ts";

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
/** Maximum number of bytes of a robots.txt that are read. */
const MAX_ROBOTS = 500_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface LiveInput {
  /** Address of the site or of a sitemap. */
  readonly url: string;
  readonly roots: readonly Root[];
  readonly signal: AbortSignal;
  readonly fetch?: Fetch;
  /** Waits between attempts. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * A published site. Requests go only to the named host and, for the site's own origin, to the
 * domains
 * of its languages. Addresses on other hosts are requested from the named host, so that a preview
 * can
 * be compared and no sitemap leads to a foreign host.
 */
export function openLive(input: LiveInput): Source {
  const { roots, signal, wait = (ms) => setTimeout(ms, undefined, { signal }) } = input;
  const get = input.fetch ?? fetch;
  const start = new URL(input.url);
  const own =
    start.origin === roots[0]!.origin ? roots.map(({ origin }) => origin) : [start.origin];
  const atHome = (url: string): string => {
    const parsed = URL.parse(url, start.href);
    if (!parsed) throw new ToolkitError("SITEMAP_UNREADABLE", { place: url, detail: "no address" });
    return own.includes(parsed.origin)
      ? parsed.href
      : start.origin + parsed.pathname + parsed.search;
  };

  const request = async (url: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = await get(url, { ...init, signal: limit }).catch((error: unknown) => {
        if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
        return new ToolkitError(
          "SITEMAP_UNREADABLE",
          { place: url, detail: reasonOf(error) },
          { cause: error },
        );
      });
      const mayHelp = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!mayHelp || attempt === ATTEMPTS) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      if (!(answer instanceof Error)) await answer.body?.cancel();
      await wait(250 * 4 ** (attempt - 1));
    }
  };
  const robotsOf = async (origin: string): Promise<string[]> => {
    const answer = await request(`${origin}/robots.txt`, {});
    if (!answer.ok) {
      await answer.body?.cancel();
      return [];
    }
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_ROBOTS) break;
    }
    return sitemapsOfRobots(text);
  };

  return {
    name: input.url,
    async start() {
      if (/\.xml(\.gz)?$/.test(start.pathname)) return [start.href];
      const found: string[] = [];
      for (const origin of own) {
        const named = await robotsOf(origin);
        found.push(...(named.length > 0 ? named : [`${origin}/${DEFAULT_NAMES[0]}`]));
      }
      return found;
    },
    async open(url) {
      const homeUrl = atHome(url);
      const answer = await request(homeUrl, { headers: { accept: "application/xml, */*" } });
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel();
        const detail = `the answer was ${answer.status} ${answer.statusText}`.trimEnd();
        throw new ToolkitError("SITEMAP_UNREADABLE", { place: homeUrl, detail });
      }
      if (!own.includes(new URL(answer.url || homeUrl).origin)) {
        await answer.body.cancel();
        const detail = `it is redirected to another host, ${answer.url}`;
        throw new ToolkitError("SITEMAP_UNREADABLE", { place: homeUrl, detail });
      }
      return { label: homeUrl, chunks: bytesOf(answer.body, homeUrl, signal) };
    },
    async redirectOutcomeOf(url, isListed) {
      return requestOutcome(atHome(url), url, { request, isListed });
    },
    async close() {},
  };
}

async function* bytesOf(
  body: ReadableStream<Uint8Array>,
  label: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
    const detail = `the connection broke: ${reasonOf(error)}`;
    throw new ToolkitError("SITEMAP_UNREADABLE", { place: label, detail }, { cause: error });
  }
}

/** Requests an address from the site. */
async function requestOutcome(
  requestedUrl: string,
  url: string,
  {
    request,
    isListed,
  }: {
    readonly request: (url: string, init: RequestInit) => Promise<Response>;
    readonly isListed: (url: string) => boolean;
  },
): Promise<RedirectOutcome> {
  const answer = await request(requestedUrl, { method: "HEAD", redirect: "manual" });
  await answer.body?.cancel();
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const to = URL.parse(answer.headers.get("location") ?? "", url);
    return to ? { kind: "moved", to: to.href } : { kind: "removed" };
  }
  if (status === 410) return { kind: "gone" };
  if (answer.ok && !isListed(url)) return { kind: "unlisted" };
  return { kind: "removed" };
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `there was no answer in ${TIMEOUT_MS / 1000} s`;
  const { code, message: detail } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no server of that name is known";
  if (code === "ECONNREFUSED") return "nothing answers there";
  return detail ?? message;
}
