import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type AccountFlags, requireSession, withClient } from "../../account/session.ts";
import { counted, isoTime, showDay } from "../../account/show.ts";
import type { Context } from "../../command-kit/context.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface EndOptions extends AccountFlags {
  readonly id?: string;
  readonly others?: boolean;
}

/** `toolkit sessions` */
export async function listSessions(context: Context, input: object): Promise<ExitCode> {
  const flags = input as AccountFlags;
  const session = await requireSession(context, flags);
  const { sessions } = await withClient(context, session, (client) => client.call(getSessions, {}));
  if (flags.json) {
    context.print(`${JSON.stringify({ sessions })}\n`);
    return 0;
  }
  const timeOf = context.printsToTerminal ? showDay : isoTime;
  context.print(
    renderTable(
      ["ID", "PROGRAM", "LAST USED", "SINCE", ""],
      sessions.map(({ id, client, used_at, created_at, current }) => [
        id,
        client || "unknown",
        timeOf(used_at),
        timeOf(created_at),
        current ? "this one" : "",
      ]),
      context.printsToTerminal,
    ),
  );
  return 0;
}

/** `toolkit sessions end` */
export async function endSession(context: Context, input: object): Promise<ExitCode> {
  const { id, others, ...flags } = input as EndOptions;
  if ((id === undefined) === (others !== true))
    throw new ToolkitError("USAGE", {
      detail: "Name the session to end, or give --others: one of them.",
    });
  const session = await requireSession(context, flags);
  const ended = await withClient(context, session, async (client) => {
    if (id === undefined) return (await client.call(endSessions, {})).ended;
    const { sessions } = await client.call(getSessions, {});
    const found = sessions.filter((known) => known.id.startsWith(id));
    if (found.length !== 1)
      throw new ToolkitError("USAGE", {
        detail:
          found.length === 0
            ? `No session begins with "${id}".`
            : `${counted(found.length, "session")} begin with "${id}": write more of it.`,
      });
    return (await client.call(endSessions, { id: found[0]!.id })).ended;
  });
  if (flags.json) context.print(`${JSON.stringify({ ended })}\n`);
  else context.log(`${counted(ended, "session")} ended.\n`);
  return 0;
}
