import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "016-job-files";

const STEPS = [
  `create table job_files (
    user_id text not null,
    id text not null,
    job_id text,
    attempt bigint,
    length bigint,
    bytes bigint not null,
    parts bigint not null,
    reserved bigint not null,
    state text not null check (state in ('open', 'complete')),
    key_id text not null,
    wrapped_key text not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (user_id, id)
  )`,
  `create unique index job_files_id on job_files (id)`,
  `create index job_files_expiry on job_files (expires_at)`,
  `create index job_files_job on job_files (user_id, job_id) where job_id is not null`,
  `create table job_file_parts (
    user_id text not null,
    file_id text not null,
    start bigint not null,
    bytes bigint not null,
    name text not null,
    sha256 text not null,
    primary key (user_id, file_id, start)
  )`,
  `create table job_erasures (
    id text primary key,
    receipt text not null,
    erased_at bigint not null,
    removed_at bigint,
    tries bigint not null,
    next_at bigint not null
  )`,
  `create index job_erasures_next on job_erasures (next_at)`,
  `insert into storage_totals (kind, bytes) values ('job_files', 0)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
