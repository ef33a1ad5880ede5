import type { Command } from "commander";
import { FACTS } from "#core/facts/facts.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { announce as announceChange } from "#server/announcements/announce.ts";
import { type AnnouncementKind, NOTICE, planPrices } from "#server/announcements/announcement.ts";
import { counted } from "../../account/show.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { withServerDb } from "../../server-data/server-db.ts";

interface Options {
  readonly effective?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, "2027-01-01".length);

/** Reads a day, UTC. @throws USAGE */
function readDay(text: string | undefined, first: string): number {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isFinite(time) && dayOf(time) === text) return time;
  throw new ToolkitError("USAGE", { detail: `--effective takes a day, such as ${first}.` });
}

/** `toolkit announce prices|terms|privacy` */
export default async function announce(
  context: Context,
  input: object,
  command: Command,
): Promise<ExitCode> {
  const { effective, dryRun: isDryRun = false, json = false } = input as Options;
  const now = Date.now();
  const first = dayOf(now + NOTICE + 86_400_000);
  const effectiveAt = readDay(effective, first);
  const { credits, plans } = await loadConfig(context.root);
  const prices = planPrices({ plans: plans.list, packs: credits.packs, currency: plans.currency });
  const kind = command.name() as AnnouncementKind;
  const progress = await withServerDb(context, (db) =>
    announceChange(db, { kind, effectiveAt, prices, now }, { isDryRun }),
  );
  if (!progress)
    throw new ToolkitError("USAGE", {
      detail: `${effective} is too early: accounts are notified ${FACTS.noticeDays} days before a change. The first possible day is ${first}.`,
    });
  const { id, sent, left } = progress;
  if (json) context.print(`${JSON.stringify({ id, sent, left, dry_run: isDryRun })}\n`);
  else if (isDryRun) context.log(`${counted(left, "account")} would be notified.\n`);
  else context.log(`${id}: ${counted(sent, "account")} notified, ${left} left.\n`);
  return 0;
}
