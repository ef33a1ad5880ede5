import path from "node:path";
import { type Config, servicesOf, siteOf } from "#core/site/config.ts";
import { createIsCommon, readCommonWords } from "./accounts/common-passwords.ts";
import { createClosedLimits } from "./admission/limits.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { createPressure } from "./admission/pressure.ts";
import { createSlots } from "./admission/slots.ts";
import { type Settings, SettingsError } from "./deps/settings.ts";
import { openDatabaseClock } from "./deps/database-clock.ts";
import { openDb } from "./db/open-db.ts";
import { type Deps, systemRandom } from "./deps/deps.ts";
import { createReadiness } from "./deps/readiness.ts";
import { createYield } from "./deps/event-loop.ts";
import { type Log, describeError } from "./deps/log.ts";
import { createOutbox, createSmtpMailer } from "./mail/mailers.ts";
import { createTwilioSmsSender, parseTwilio } from "./mail/twilio-sms.ts";
import { type Network, publicNetwork } from "./download/net/fetch-public.ts";
import { createEmailQueue } from "./mail/email-queue.ts";
import { loadEmailTexts } from "./mail/email-texts.ts";
import { createJobEvents } from "./jobs/job-events.ts";
import { createTableQueue } from "./jobs/table-queue.ts";
import { createMetrics } from "./deps/metrics.ts";
import { watchProcess } from "./deps/process-metrics.ts";
import { addParts } from "./open-parts.ts";
import { createIds } from "./ports/clock.ts";
import type { SmsSender } from "./ports/mail.ts";
import { openTracer } from "./tracing/open-tracer.ts";
import { traceDb } from "./tracing/traced.ts";
import { readToolCosts } from "./tool-costs.ts";

export interface DepsOptions {
  readonly settings: Settings;
  readonly config: Config;
  /** Folder of the program, whose texts are the fallback for those of the site. */
  readonly home: string;
  readonly log: Log;
  readonly clock?: () => number;
  /** Network for fetching links; default: the public internet. */
  readonly network?: Network;
  /** Called with the path of each message in the outbox folder. */
  readonly onMail?: (file: string) => void;
}

const openSmsSender = ({ smsUrl }: Settings): SmsSender | null =>
  smsUrl === null ? null : createTwilioSmsSender(parseTwilio(smsUrl), globalThis.fetch);

/**
 * The site tells visitors which host processes their texts and audio, so the endpoint has to match
 * it. @throws {SettingsError}
 */
function checkHost({ hostedUrl }: Settings, { hosted: { host } }: Config): void {
  if (hostedUrl === null || host === null || new URL(hostedUrl).host === host) return;
  throw new SettingsError(
    `HOSTED_URL: leads to ${new URL(hostedUrl).host}, and the site tells visitors that it is ${host} (hosted.host in toolkit.config.ts)`,
  );
}

export async function openDeps(
  options: DepsOptions,
): Promise<{ readonly deps: Deps; readonly close: () => Promise<void> }> {
  const { settings, config, home, log } = options;
  checkHost(settings, config);
  const locales = [...config.locales].sort(
    (a, b) => Number(b.code === config.defaultLocale) - Number(a.code === config.defaultLocale),
  );
  const folders = [settings.root, home].map((folder) => path.join(folder, "locales"));
  const emailTexts = await loadEmailTexts(folders, locales, config.defaultLocale);
  const tools = readToolCosts(settings.root);
  const opened = await openDb(settings.database, (error) =>
    log("warn", "database_connection_lost", describeError(error)),
  );
  const { clock, close: closeClock } = options.clock
    ? { clock: options.clock, close: () => {} }
    : await openDatabaseClock(opened, { log });
  const ids = createIds(clock);
  const metrics = createMetrics();
  const from = settings.mailFrom ?? `"${config.site.name}" <no-reply@localhost>`;
  const mailer =
    settings.smtpUrl === null
      ? createOutbox(path.join(settings.root, ".toolkit/outbox"), from, {
          ids,
          onWritten: (file) => options.onMail?.(file),
        })
      : createSmtpMailer(settings.smtpUrl, from, { plaintext: settings.smtpPlaintext });
  const tracer = await openTracer(settings, "toolkit-api", ids());
  const db = traceDb(opened, tracer);
  const { site } = config;
  const emails = createEmailQueue(
    { settings, db, clock, ids, random: systemRandom, log, metrics, locales },
    { mailer, sms: openSmsSender(settings), smsPrefixes: settings.smsPrefixes, emailTexts, site },
  );
  const stopWatching = watchProcess(metrics, db);
  const base = {
    settings,
    db,
    readiness: createReadiness({ db, clock }),
    clock,
    ids,
    random: systemRandom,
    passwords: createPasswords({ atOnce: settings.passwordHashes }),
    closedLimits: createClosedLimits(clock),
    pressure: createPressure(clock, settings.beforeProof),
    slots: createSlots({ db, clock, ids, settings }),
    isCommonPassword: createIsCommon(readCommonWords()),
    emails,
    log,
    metrics,
    tracer,
    offers: {
      daily: config.credits.daily,
      gift: config.credits.gift,
      currency: config.plans.currency,
      packs: config.credits.packs,
      plans: config.plans.list,
      ...tools,
    },
    errorMessage: emailTexts.errorMessage,
    locales,
    inFlight: new Map<string, string>(),
    turns: createYield(),
    xsrf: servicesOf(config).xsrf,
    jobQueue: createTableQueue({ db, clock }),
    jobEvents: createJobEvents({ db, clock, log }),
    jobRules: config.jobs,
  };
  const deps = addParts(base, {
    site: siteOf(config),
    emailTexts,
    links: {
      enabled: config.links.enabled,
      network: { ...(options.network ?? publicNetwork), proxy: settings.linksProxy },
    },
    folders: [settings.root, home],
    hosted: config.hosted,
  });
  return {
    deps,
    close: async () => {
      stopWatching();
      closeClock();
      await emails.close();
      await db.close();
      await tracer.close();
    },
  };
}
