import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "013-slots-and-totals";

// A later migration drops `download_slots`: processes of the previous version still use the table
// while they are being replaced.
const STEPS = [
  `create table slots (
    subject text not null,
    slot bigint not null,
    holder text not null,
    until bigint not null,
    primary key (subject, slot)
  )`,
  `create index slots_holder on slots (holder)`,
  `create index podcast_audio_podcast on podcast_audio (podcast_id) where podcast_id is not null`,
  `create index podcast_audio_newest on podcast_audio (user_id, created_at)`,
  `drop index podcast_audio_user`,
  `create index podcasts_newest on podcasts (user_id, created_at)`,
  `drop index podcasts_user`,
  `alter table podcasts add column summary text`,
  `create index download_tickets_user on download_tickets (user_id)`,
  `create table storage_totals (
    kind text primary key,
    bytes bigint not null,
    checked_at bigint not null default 0
  )`,
  `insert into storage_totals (kind, bytes)
    select 'podcast_audio', coalesce(sum(size), 0) from podcast_audio`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
