import fs from "node:fs";
import path from "node:path";
import type { Site } from "#core/site/site.ts";
import type { Deps } from "./deps/deps.ts";
import type { Settings } from "./deps/settings.ts";
import { createHttpSource } from "./download/http-source.ts";
import type { Network } from "./download/net/fetch-public.ts";
import { createYtDlpSource } from "./download/yt-dlp/yt-dlp-source.ts";
import { readForeign } from "./download/read-foreign.ts";
import type { MediaOptions, MediaSource } from "./ports/media-source.ts";
import { type Slots, createBulkhead } from "./deps/slots.ts";
import type { EmailTexts } from "./deps/mail.ts";
import { createCallRunner } from "./hosted/call-runner.ts";
import { createOpenAiModels, type ModelNames } from "./hosted/openai-models.ts";
import { eraseJobs } from "./jobs/erase-jobs.ts";
import { eraseAccountFiles } from "./files/erase-files.ts";
import { openStore } from "./objects/open-store.ts";
import { erasePayments } from "./payments/erase.ts";
import { receiveWebhook } from "./payments/receive-webhook.ts";
import { openProvider } from "./open-provider.ts";
import { erasePodcasts } from "./podcasts/erase.ts";
import { eraseRatings } from "./ratings/erase.ts";
import { createForward, joinSinks } from "./tracking/sinks.ts";
import { traceStore } from "./tracing/traced.ts";
import { createTrackFile } from "./tracking/track-file.ts";

type Parts = Pick<
  Deps,
  | "site"
  | "emailTexts"
  | "payment"
  | "objects"
  | "media"
  | "track"
  | "erasureHooks"
  | "languages"
  | "bulkheads"
  | "hosted"
  | "hostedCalls"
>;
type Base = Omit<Deps, keyof Parts>;
interface PartsOptions {
  readonly site: Site;
  readonly emailTexts: EmailTexts;
  /** Whether links are fetched, and through which network. */
  readonly links: { readonly enabled: boolean; readonly network: Network };
  /** Folders of the site and of the program, in order of precedence. */
  readonly folders: readonly string[];
  /** Hosted models configured by the site. */
  readonly hosted: ModelNames;
}

/** Maximum number of concurrent operations per process: each takes up to about 30 MB. */
const LINKS = 30;
const STREAMS = 60;
const UPLOADS = 30;
const HOSTED = 30;

const readFirst = (folders: readonly string[], name: string): string | null => {
  const file = folders.map((folder) => path.join(folder, name)).find((at) => fs.existsSync(at));
  return file === undefined ? null : fs.readFileSync(file, "utf8");
};

/** In order of cost: a file is recognized immediately, a service requires running a program. */
function openSources(
  { ytDlp, programPath }: Settings,
  network: Network,
  slots: Slots,
): readonly MediaSource[] {
  const http = createHttpSource(network);
  if (ytDlp === null) return [http];
  const program = { file: ytDlp, path: programPath };
  const readInfo = (json: Uint8Array, options: MediaOptions) =>
    readForeign("info", json, { source: http.name }, options);
  return [http, createYtDlpSource(program, { network, slots, readInfo })];
}

/** Creates the implementations of ports: payments, object storage, links. */
export function addParts(
  base: Base,
  { site, emailTexts, folders, links, hosted: models }: PartsOptions,
): Deps {
  const { settings } = base;
  const hosted = createOpenAiModels(
    settings.hostedUrl === null ? null : { url: settings.hostedUrl, key: settings.hostedKey },
    models,
    globalThis.fetch,
  );
  const deps: Deps = {
    ...base,
    site,
    emailTexts,
    payment: openProvider(base, (body, headers) => receiveWebhook(deps, body, headers)),
    objects: traceStore(openStore(settings, base.clock), base.tracer),
    media: links.enabled ? openSources(settings, links.network, base.slots) : [],
    bulkheads: {
      links: createBulkhead(LINKS),
      streams: createBulkhead(STREAMS),
      uploads: createBulkhead(UPLOADS),
      hosted: createBulkhead(HOSTED),
    },
    track: joinSinks([
      ...(settings.trackForwardUrl === null
        ? []
        : [createForward(settings.trackForwardUrl, globalThis.fetch)]),
      ...(settings.trackFile === null
        ? []
        : [createTrackFile(path.resolve(settings.root, settings.trackFile), base.clock)]),
    ]),
    languages: readFirst(folders, "runtime/public/languages.json"),
    hosted,
    hostedCalls: createCallRunner({ ...base, hosted }),
    erasureHooks: [erasePayments, erasePodcasts, eraseRatings, eraseAccountFiles, eraseJobs],
  };
  return deps;
}
