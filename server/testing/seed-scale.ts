import { sql } from "kysely";
import type { Db } from "../db/db.ts";

export interface Scale {
  readonly accounts: number;
  /** Epoch milliseconds up to which the accounts have been active. */
  readonly now: number;
}

/**
 * Number of jobs of an account by its number modulo ten: most have few, some have many. Five on
 * average.
 */
const JOBS = [0, 0, 1, 1, 2, 3, 4, 6, 10, 23];
/** Accounts per statement. */
const AT_ONCE = 20_000;
const DAY = 86_400_000;
/** Milliseconds over which the registrations are spread. */
const PERIOD = 700 * DAY;

/** SQL that differs between the engines. */
interface Dialect {
  /** Subquery that generates an inclusive range of numbers as a column. */
  readonly range: (column: string, from: number, to: number) => string;
  /** A number in hexadecimal, zero-padded to 12 digits. */
  readonly hex: (number: string) => string;
}
const DIALECTS: Readonly<Record<Db["engine"], Dialect>> = {
  sqlite: {
    range: (column, from, to) =>
      `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) select i as ${column} from n)`,
    hex: (number) => `printf('%012x', ${number})`,
  },
  postgres: {
    range: (column, from, to) =>
      `(select i::bigint as ${column} from generate_series(${from}, ${to}) i)`,
    hex: (number) => `lpad(to_hex((${number})::bigint), 12, '0')`,
  },
};

/** SQL expressions and subqueries shared by the statements. */
function partsOf({ hex, range }: Dialect, { accounts, now }: Scale, rows: string) {
  const step = Math.max(1, Math.floor(PERIOD / accounts));
  /** An id in the format of `createIds`, from a time and two numbers. */
  const id = (at: string, first: string, second = "0"): string =>
    `substr(${hex(at)}, 1, 8) || '-' || substr(${hex(at)}, 9) || '-7000-8' || substr(${hex(second)}, 10) || '-' || ${hex(first)}`;
  // A limit makes the database evaluate a subquery only once.
  const once = "limit 1000000000";
  const registered = `(${now - DAY} - (${accounts} - i) * ${step})`;
  const jobs = `(case i % 10 ${JOBS.map((count, at) => `when ${at} then ${count}`).join(" ")} end)`;
  const account = `(select i, ${id(registered, "i")} as user_id, ${registered} as at, ${jobs} as jobs from ${rows} r ${once}) a`;
  // The last job of some accounts is running; that of a few was never settled.
  const created = `(case when k = jobs and i % 1000 = 509 then ${now - 60_000}
    when k = jobs and i % 10000 = 9 then ${now - 8 * 3_600_000} else at + (${now - DAY} - at) / (jobs + 1) * k end)`;
  const state = `(case when k = jobs and (i % 1000 = 509 or i % 10000 = 9) then 'reserved'
    when k % 7 = 3 then 'refunded' else 'settled' end)`;
  const cost = "(case k % 3 when 2 then 1 else 0 end)";
  return {
    now,
    hex,
    id,
    account,
    some: (share: number) => `${account} where i % ${share} = 0`,
    job: `(select i, user_id, k, ${created} as at, ${state} as state, ${cost} as cost, ${id(created, "i", "k")} as id
      from ${account} cross join ${range("k", 1, Math.max(...JOBS))} n where k <= jobs ${once}) j`,
    /** Condition for rows written for these accounts by earlier statements. */
    written: `user_id >= (select min(user_id) from ${account}) and user_id <= (select max(user_id) from ${account})`,
    sides: "(select 1 as side union all select 2) s",
  };
}
type Parts = ReturnType<typeof partsOf>;

const accountInserts = ({ account, hex, now }: Parts): string[] => [
  `insert into users (id, email, password_hash, locale, is_send_email, customer_id, created_at)
    select user_id, 'user' || i || '@example.org', null, 'en', 1, '', at from ${account}`,
  `insert into addresses (address, user_id) select 'user' || i || '@example.org', user_id from ${account}`,
  `insert into wallets (user_id, version, claimed_at, claims) select user_id, 0, 0, 0 from ${account}`,
  // Sessions: one in a thousand has expired.
  `insert into tokens (hash, user_id, created_at, used_at, client)
    select ${hex("i * 7919")} || ${hex("i")}, user_id,
      ${now} - (case when i % 2000 = 0 then 200 else i % 170 end) * ${DAY},
      ${now} - (case when i % 2000 = 1000 then 40 else i % 29 end) * ${DAY}, 'Firefox, Linux' from ${account}`,
  `insert into limits (key, count, ends_at)
    select ${hex("i * 104729")}, 3, ${now} + (case when i % 100 = 0 then -1 else i % 3600 end) * 1000 from ${account}`,
];

/**
 * Jobs and all movements of credits; the grants come after the jobs that have spent some of them.
 */
function creditInserts({ account, some, job, written, sides, id, now }: Parts): string[] {
  /**
   * A movement of each paid job's credits. @param version digit by which the id differs from the
   * job's
   */
  const movement = (version: number, kind: string, accounts: readonly [string, string]) => {
    const paid = `usages where ${written} and cost > 0${version === 9 ? " and state <> 'reserved'" : ""}`;
    const key = `substr(id, 1, 14) || '${version}' || substr(id, 16)`;
    const granted = "substr(user_id, 1, 13) || '-7000-8001' || substr(user_id, 24)";
    return [
      `insert into ledger_transactions (user_id, id, kind, usage_id, created_at)
        select user_id, ${key}, ${kind}, id, created_at from ${paid}`,
      `insert into ledger_entries (user_id, transaction_id, grant_id, account, delta)
        select user_id, ${key}, ${granted}, case side when 1 then ${accounts[0]} else ${accounts[1]} end,
          case side when 1 then -cost else cost end
        from (select user_id, id, state, cost from ${paid}) u cross join ${sides}`,
    ];
  };
  /** Credits granted together to a set of accounts. */
  const grant = (serial: number, values: string, from = account) => {
    const key = id("at", "i", String(serial));
    return [
      `insert into grants (user_id, id, bucket, priority, amount, remaining, source, source_id, created_at, expires_at)
        select user_id, ${key}, ${values} from ${from}`,
      `insert into ledger_transactions (user_id, id, kind, usage_id, created_at)
        select user_id, ${key}, 'grant', null, at from ${from}`,
    ];
  };
  return [
    `insert into usages (user_id, id, tool, milliseconds, cost, state, input_hash, created_at, closed_at, hidden)
      select user_id, id, case k % 3 when 0 then 'cutter' else 'cleaner' end, 60000, cost, state, null, at,
        case state when 'reserved' then null else at end, case when k % 11 = 0 then 1 else 0 end from ${job}`,
    ...movement(8, "'hold'", ["'available'", "'held'"]),
    ...movement(9, "case state when 'settled' then 'settle' else 'release' end", [
      "'held'",
      "case state when 'settled' then 'spent' else 'available' end",
    ]),
    ...grant(
      1,
      `'bought', 30, 50, 50 - (select count(*) from usages u where u.user_id = a.user_id and u.cost > 0 and u.state <> 'refunded'),
        'support', 'start', at, null`,
    ),
    ...grant(2, `'free', 10, 3, 3, 'daily', '1', at, null`, `${account} where i % 10 > 7`),
    // Plan credits expire each month; those of a few accounts have just expired.
    ...grant(
      3,
      `'plan', 20, 200, 200, 'plan', 'plan:' || i, at, ${now} + (case when i % 10000 = 0 then -1 else 1 + i % 30 end) * ${DAY}`,
      some(20),
    ),
    `insert into ledger_entries (user_id, transaction_id, grant_id, account, delta)
      select user_id, id, id, case side when 1 then 'issued' else 'available' end, case side when 1 then -amount else amount end
      from (select * from grants where ${written}) g cross join ${sides}`,
  ];
}

const otherInserts = ({ account, some, hex, id, now }: Parts): string[] => [
  `insert into subscriptions (user_id, id, plan_id, period, status, cancel_at_period_end, period_start, period_end,
      failures, provider, provider_ref, created_at, ended_at, plan_name, credits, amount, currency, cycle, next_at)
    select user_id, ${id("at", "i")}, 'basic', 'monthly', 'active', 0, at, ${now + 40 * DAY}, 0, 'sandbox', 'sub' || i,
      at, null, 'Basic', 200, 900, 'USD', 0, ${now} + (case when i % 10000 = 0 then -1 else 1 + i % 30 end) * ${DAY} from ${some(20)}`,
  `insert into orders (user_id, id, kind, plan_id, period, name, credits, amount, currency, status, provider, created_at)
    select user_id, ${id("at", "i")}, 'pack', 'pack-60', null, '60 credits', 60, 600, 'USD',
      case when i % 1000 = 0 then 'pending' else 'paid' end, 'sandbox',
      case when i % 10000 = 1000 then ${now - 3 * DAY} when i % 1000 = 0 then ${now} else at end from ${some(5)}`,
  `insert into payment_refs (provider, ref, user_id, order_id)
    select provider, 'ref' || id, o.user_id, id from (select user_id from ${some(5)}) a join orders o on o.user_id = a.user_id`,
  `insert into idempotency (user_id, path, key, body_hash, status, answer, retry_after, created_at)
    select user_id, '/reserve', 'key', 'hash', 200, '{}', null, ${now} - (case when i % 1000 = 0 then 25 else i % 23 end) * 3600000 from ${some(10)}`,
  `insert into podcasts (id, user_id, title, language, milliseconds, audio_url, transcript, created_at)
    select ${id("at", "i", "k")}, user_id, 'An episode', 'en', 60000, '', '[]', at
    from ${account} cross join (select 1 as k union all select 2) k where i % 20 = 0`,
  `insert into podcast_audio (id, user_id, type, size, podcast_id, created_at)
    select ${hex("i")} || ${hex("k")}, user_id, 'audio/mpeg', 5000000, case k when 3 then null else ${id("at", "i", "k")} end,
      case when k = 3 and i % 10000 > 0 then ${now} else at end
    from ${account} cross join (select 1 as k union all select 2 union all select 3) k where i % 20 = 0 and (k < 3 or i % 1000 = 0)`,
  `insert into podcast_feeds (user_id, id, created_at) select user_id, ${hex("i * 6151")} || 'feed', at from ${some(20)}`,
  `insert into ratings (tool, visitor, id, user_id, stars, review, locale, created_at)
    select case i % 3 when 0 then 'cutter' when 1 then 'cleaner' else 'splitter' end, ${hex("i")}, ${id("at", "i")}, user_id, 1 + i % 5,
      case when i % 10 = 0 then 'Some words' else '' end, 'en', at from ${some(5)}`,
  `insert into outbox (id, recipient, sealed, tries, next_at, until)
    select ${id("at", "i")}, ${hex("i")}, '', 0, ${now} + (case when i % 10000 = 0 then 0 else 60000 end), ${now + DAY} from ${some(1000)}`,
  `insert into download_tickets (hash, user_id, url, format, created_at, expires_at)
    select ${hex("i")}, user_id, '', '', ${now}, ${now} + (case when i % 10000 = 0 then -1 else 60000 end) from ${some(1000)}`,
];

/**
 * Fills a database with accounts and five times as many jobs, with a realistic distribution, and
 * with their tokens, limits, credits, orders, plans, podcasts and messages. The ledger balances; a
 * sweep has about as much to do as after a normal minute.
 */
export async function seedScale(db: Db, scale: Scale): Promise<void> {
  const dialect = DIALECTS[db.engine];
  /** Sets no timeout, because the statements may take any time. */
  const execute = (statement: string): Promise<unknown> =>
    db.write(async (tx) => {
      if (db.engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
  for (let from = 1; from <= scale.accounts; from += AT_ONCE) {
    const rows = dialect.range("i", from, Math.min(scale.accounts, from + AT_ONCE - 1));
    const parts = partsOf(dialect, scale, rows);
    for (const inserts of [accountInserts, creditInserts, otherInserts])
      for (const insert of inserts(parts)) await execute(insert);
  }
  await execute(
    "update storage_totals set bytes = (select coalesce(sum(size), 0) from podcast_audio) where kind = 'podcast_audio'",
  );
  if (db.engine === "postgres") await execute("analyze");
}
