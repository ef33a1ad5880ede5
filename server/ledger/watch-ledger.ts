import type { MayContinue } from "../background/run-steps.ts";
import type { Db } from "../db/db.ts";
import type { LedgerAudits } from "../db/schema/sweeps.ts";
import type { Deps } from "../deps/deps.ts";
import { auditSlice } from "./audit.ts";

/** Milliseconds from the end of a complete audit to the start of the next. */
const AUDIT_EVERY = 86_400_000;

const readAudit = (db: Pick<Db, "read">): Promise<LedgerAudits> =>
  db.read((queries) =>
    queries.selectFrom("ledger_audits").selectAll().where("id", "=", 1).executeTakeFirstOrThrow(),
  );

/**
 * Saves the result of a slice. If two processes both believe that they lead, only one of them saves
 * it.
 * @returns whether this process has saved it
 */
const noteSlice = async (
  db: Pick<Db, "write">,
  from: string | null,
  changes: Partial<LedgerAudits>,
): Promise<boolean> => {
  const noted = await db.write((tx) =>
    tx
      .updateTable("ledger_audits")
      .set(changes)
      .where("id", "=", 1)
      .where("next_user", "is not distinct from", from)
      .returning("id")
      .executeTakeFirst(),
  );
  return noted !== undefined;
};

/**
 * Continues the ledger audit, or begins one a day after the last. Its progress is stored in the
 * database, so that it survives a change of the leader.
 */
export async function continueAudit(
  { db, clock, log }: Pick<Deps, "db" | "clock" | "log">,
  mayContinue: MayContinue,
): Promise<void> {
  let { next_user: from, faults: count, completed_at: completedAt } = await readAudit(db);
  if (from === null) {
    const now = clock();
    if (now < completedAt + AUDIT_EVERY) return;
    if (!(await noteSlice(db, null, { next_user: "", started_at: now, faults: 0 }))) return;
    from = "";
    count = 0;
  }
  do {
    const start: string = from;
    const { faults, next } = await db.read((queries) => auditSlice(queries, start, clock()));
    count += faults.length;
    const isLast = next === null;
    const changes = {
      next_user: next,
      faults: count,
      ...(isLast && { completed_at: clock(), completed_faults: count }),
    };
    if (!(await noteSlice(db, start, changes))) return;
    if (faults.length > 0) log("error", "ledger_fault", { count: faults.length, first: faults[0] });
    if (isLast) return;
    from = next;
  } while (await mayContinue());
}

/** Publishes the number of errors and the time of the last complete audit. */
export async function showAudit({ db, metrics }: Pick<Deps, "db" | "metrics">): Promise<void> {
  const audit = await readAudit(db);
  const running = audit.next_user === null ? 0 : audit.faults;
  metrics.set("toolkit_ledger_faults", Math.max(audit.completed_faults, running));
  metrics.set("toolkit_ledger_audited_seconds", Math.floor(audit.completed_at / 1000));
}
