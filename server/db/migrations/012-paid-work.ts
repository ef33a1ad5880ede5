import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "012-paid-work";

/**
 * Months of a period at the time of this migration: a migration must not depend on code that
 * changes later.
 */
const MONTHS = { monthly: 1, yearly: 12 } as const;

const STEPS = [
  // The final cost of a closed job, and the hosted work that it pays for.
  `alter table usages add column charged bigint not null default 0`,
  `alter table usages add column hosted_paid_milliseconds bigint not null default 0`,
  `alter table usages add column hosted_carried_milliseconds bigint not null default 0`,
  `update usages set charged = cost where state = 'settled'`,
  // Jobs that are running during the update: only the shortest input with the same cost.
  `update usages set hosted_paid_milliseconds =
     case when milliseconds < cost * 60000 then milliseconds else cost * 60000 end
     where state = 'reserved' and cost > 0`,
  `create index usages_reserved on usages (user_id) where state = 'reserved'`,
  `alter table grants add column voided_at bigint`,
  `create table payment_reversals (
    provider text not null,
    ref text not null,
    user_id text not null,
    order_id text not null,
    is_open bigint not null,
    primary key (provider, ref)
  )`,
  `create index payment_reversals_order on payment_reversals (user_id, order_id)`,
  `alter table sandbox_checkouts add column disputes bigint not null default 0`,
  `insert into payment_reversals (provider, ref, user_id, order_id, is_open)
     select provider, 'refund ' || id, user_id, id, 1 from orders where status = 'refunded'`,
  `update grants set voided_at = (
     select o.refunded_at from orders o where o.user_id = grants.user_id and o.id = grants.source_id
   ) where source = 'order' and exists (
     select 1 from orders o where o.user_id = grants.user_id and o.id = grants.source_id
       and o.status = 'refunded'
   )`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
  const { rows } = await sql<{
    user_id: string;
    subscription_id: string;
    cycle: number;
    period: keyof typeof MONTHS;
    refunded_at: number;
  }>`select user_id, subscription_id, cycle, period, refunded_at from orders
    where status = 'refunded' and subscription_id is not null`.execute(tx);
  for (const { user_id, subscription_id, cycle, period, refunded_at } of rows)
    for (let month = 0; month < MONTHS[period]; month++)
      await sql`update grants set voided_at = ${refunded_at} where user_id = ${user_id}
        and source = 'plan'
        and source_id = ${`${subscription_id}:${Number(cycle) * MONTHS[period] + month}`}`.execute(
        tx,
      );
}
