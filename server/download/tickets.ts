import { type Deps, digest } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { MediaLocation } from "../ports/media-source.ts";

/** Milliseconds for which a ticket is valid. */
export const TICKET_LASTS = 3_600_000;

/** The media location that a ticket grants access to. */
export interface Ticket extends MediaLocation {
  readonly title: string;
}
type TicketDeps = Pick<Deps, "db" | "clock" | "random">;

/**
 * Issues a ticket for each media location that a user has found. The database stores only digests.
 */
export async function issueTickets(
  { db, clock, random }: TicketDeps,
  { userId, title }: { readonly userId: string; readonly title: string },
  locations: readonly MediaLocation[],
): Promise<string[]> {
  const tickets = locations.map(() => random.bytes(24).toString("base64url"));
  const created_at = clock();
  if (locations.length > 0)
    await db.write((tx) =>
      tx
        .insertInto("download_tickets")
        .values(
          locations.map(({ source, url, type, list, track, headers }, index) => ({
            hash: digest(tickets[index]!),
            user_id: userId,
            url,
            format: JSON.stringify({ source, type, title, list, track, headers }),
            created_at,
            expires_at: created_at + TICKET_LASTS,
          })),
        )
        .execute(),
    );
  return tickets;
}

/** @throws {ApiFailure} not_found: the ticket does not exist or has expired */
export async function readTicket(
  { db, clock }: TicketDeps,
  ticket: string,
): Promise<Ticket & { readonly userId: string }> {
  const row = /^[\w-]{32}$/.test(ticket)
    ? await db.read((queries) =>
        queries
          .selectFrom("download_tickets")
          .select(["user_id", "url", "format"])
          .where("hash", "=", digest(ticket))
          .where("expires_at", ">", clock())
          .executeTakeFirst(),
      )
    : undefined;
  if (!row) throw new ApiFailure("not_found");
  const rest = JSON.parse(row.format) as Omit<Ticket, "url">;
  return { ...rest, url: row.url, userId: row.user_id };
}
