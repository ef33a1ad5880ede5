import { sql } from "kysely";
import type { exportData } from "#core/api/accounts/export-data.ts";
import type { ResponseOf } from "#core/api/contract/call.ts";
import type { Db } from "../db/db.ts";
import type { Tables } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBalance } from "../ledger/balance.ts";

type Export = ResponseOf<typeof exportData>;
/** Parts of an export that are lists of unbounded length. */
type ListName = {
  [Name in keyof Export]: Export[Name] extends readonly unknown[] ? Name : never;
}[keyof Export];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
const secondsOrNull = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : seconds(milliseconds);

/** Rows per query; fewer for rows with long texts. */
const PAGE = 500;
const LONG_PAGE = 20;

/** A table whose rows for a user become a list of the export. */
interface Source<Name extends keyof Tables, Entry> {
  readonly table: Name;
  /** Unique key for a user's rows, which sorts them. */
  readonly key: keyof Tables[Name] & string;
  readonly newestFirst?: true;
  readonly page?: number;
  readonly entryOf: (row: Tables[Name]) => Entry;
}
const source = <Name extends keyof Tables, Entry>(
  from: Source<Name, Entry>,
): ((db: Db, userId: string) => AsyncGenerator<Entry[]>) => {
  const { table, key, newestFirst, page = PAGE, entryOf } = from;
  const column = sql.ref(key);
  const order = newestFirst ? sql`desc` : sql`asc`;
  return async function* (db, userId) {
    let last: unknown;
    for (;;) {
      const behind =
        last === undefined ? sql`` : sql`and ${column} ${newestFirst ? sql`<` : sql`>`} ${last}`;
      const { rows } = await db.read((queries) =>
        sql<Tables[Name]>`select * from ${sql.table(table)} where user_id = ${userId} ${behind}
          order by ${column} ${order} limit ${sql.lit(page)}`.execute(queries),
      );
      if (rows.length > 0) yield rows.map(entryOf);
      if (rows.length < page) return;
      last = rows.at(-1)![key];
    }
  };
};

const LISTS: {
  readonly [Name in ListName]: (db: Db, userId: string) => AsyncGenerator<Export[Name]>;
} = {
  sessions: source({
    table: "tokens",
    key: "hash",
    entryOf: ({ client, created_at, used_at }) => ({
      client,
      created_at: seconds(created_at),
      used_at: seconds(used_at),
    }),
  }),
  grants: source({
    table: "grants",
    key: "id",
    entryOf: ({ source: from, bucket, amount, remaining, created_at, expires_at }) => ({
      source: from,
      bucket,
      amount,
      remaining,
      created_at: seconds(created_at),
      expires_at: secondsOrNull(expires_at),
    }),
  }),
  usages: source({
    table: "usages",
    key: "id",
    newestFirst: true,
    entryOf: ({ id, tool, milliseconds, cost, charged, state, created_at, hidden }) => ({
      id,
      tool,
      cost,
      charged,
      state,
      seconds: milliseconds / 1000,
      created_at: seconds(created_at),
      hidden: hidden === 1,
    }),
  }),
  payments: source({
    table: "orders",
    key: "id",
    newestFirst: true,
    entryOf: ({ id, plan_id, name, amount, currency, status, created_at, ...consent }) => ({
      order_id: id,
      plan_id,
      name,
      amount,
      currency,
      status,
      created_at: seconds(created_at),
      consented_at: secondsOrNull(consent.consented_at),
      consent_version: consent.consent_version,
    }),
  }),
  podcasts: source({
    table: "podcasts",
    key: "id",
    newestFirst: true,
    page: LONG_PAGE,
    entryOf: ({ id, title, language, milliseconds, audio_url, created_at, transcript }) => ({
      id,
      title,
      language,
      duration: milliseconds / 1000,
      audio_url,
      created_at: seconds(created_at),
      transcript: JSON.parse(transcript) as Export["podcasts"][number]["transcript"],
    }),
  }),
  hosted_calls: source({
    table: "hosted_calls",
    key: "key",
    entryOf: ({ key, usage_id, call, state, milliseconds }) => ({
      key,
      usage_id,
      call,
      state,
      seconds: milliseconds / 1000,
    }),
  }),
  ratings: source({
    table: "ratings",
    key: "id",
    newestFirst: true,
    entryOf: ({ tool, stars, review, created_at }) => ({
      tool,
      stars,
      review,
      created_at: seconds(created_at),
    }),
  }),
  subscriptions: source({
    table: "subscriptions",
    key: "id",
    newestFirst: true,
    entryOf: ({ plan_id, plan_name, period, status, amount, currency, ...times }) => ({
      plan_id,
      plan_name,
      period,
      status,
      amount,
      currency,
      created_at: seconds(times.created_at),
      period_end: seconds(times.period_end),
      ended_at: secondsOrNull(times.ended_at),
    }),
  }),
  audio: source({
    table: "podcast_audio",
    key: "id",
    entryOf: ({ id, type, size, podcast_id, created_at }) => ({
      id,
      type,
      size,
      podcast_id,
      created_at: seconds(created_at),
    }),
  }),
  jobs: source({
    table: "jobs",
    key: "id",
    newestFirst: true,
    page: LONG_PAGE,
    entryOf: ({ id, usage_id, tool, task, upload, state, fault, result, ...row }) => ({
      id,
      usage_id,
      tool,
      task,
      upload,
      state,
      fault,
      result,
      seconds: row.milliseconds_paid / 1000,
      seconds_found: row.milliseconds_found === null ? null : row.milliseconds_found / 1000,
      created_at: seconds(row.created_at),
      started_at: secondsOrNull(row.started_at),
      ended_at: secondsOrNull(row.ended_at),
      expires_at: seconds(row.expires_at),
    }),
  }),
  job_files: source({
    table: "job_files",
    key: "id",
    entryOf: ({ id, job_id, bytes, created_at, expires_at }) => ({
      id,
      job_id,
      bytes,
      created_at: seconds(created_at),
      expires_at: seconds(expires_at),
    }),
  }),
  downloads: source({
    table: "download_tickets",
    key: "hash",
    entryOf: ({ url, format, created_at, expires_at }) => ({
      url,
      format,
      created_at: seconds(created_at),
      expires_at: seconds(expires_at),
    }),
  }),
};

/**
 * Reads the values that are not lists. @throws {ApiFailure} not_signed_in: the account was deleted
 */
const readSingle = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  userId: string,
): Promise<Omit<Export, ListName>> =>
  db.read(async (queries) => {
    const user = await queries
      .selectFrom("users")
      .select(["email", "locale", "is_send_email", "customer_id", "created_at"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (!user) throw new ApiFailure("not_signed_in");
    const [feed, factor, { codes }] = await Promise.all([
      queries
        .selectFrom("podcast_feeds")
        .select(["id", "created_at"])
        .where("user_id", "=", userId)
        .executeTakeFirst(),
      queries
        .selectFrom("second_factors")
        .select(["created_at", "confirmed_at"])
        .where("user_id", "=", userId)
        .executeTakeFirst(),
      queries
        .selectFrom("recovery_codes")
        .select((fields) => fields.fn.countAll<number>().as("codes"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow(),
    ]);
    return {
      account: {
        user_id: userId,
        user_email: user.email,
        locale: user.locale,
        is_send_email: user.is_send_email,
        kodepay_user_id: user.customer_id,
        created_at: seconds(user.created_at),
      },
      balance: await readBalance(queries, userId, clock()),
      podcast_feed: feed ? { id: feed.id, created_at: seconds(feed.created_at) } : null,
      second_factor: factor
        ? {
            created_at: seconds(factor.created_at),
            confirmed_at: secondsOrNull(factor.confirmed_at),
            recovery_codes: Number(codes),
          }
        : null,
    };
  });

/**
 * All stored data of a user, as JSON chunks. Lists of unbounded length are read page by page while
 * the response is sent.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function openExport(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
): Promise<AsyncIterable<string>> {
  const single = await readSingle(deps, userId);
  return (async function* () {
    yield JSON.stringify(single).slice(0, -1);
    for (const [name, pages] of Object.entries(LISTS)) {
      yield `,${JSON.stringify(name)}:[`;
      let separator = "";
      for await (const entries of pages(deps.db, userId)) {
        yield separator + JSON.stringify(entries).slice(1, -1);
        separator = ",";
      }
      yield "]";
    }
    yield "}";
  })();
}
