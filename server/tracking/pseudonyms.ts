import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";

type Event = Readonly<Record<string, string>>;

/**
 * Replaces account ids with pseudonyms, which are stable within a calendar month (UTC) and differ
 * between months. They cannot be reversed without the server's key, so events that outlive an
 * account cannot be linked to a person.
 */
export function pseudonymize(
  {
    settings,
    clock,
  }: { readonly settings: Pick<Deps["settings"], "secret"> } & Pick<Deps, "clock">,
  events: readonly Event[],
): readonly Event[] {
  const month = new Date(clock()).toISOString().slice(0, 7);
  return events.map((event) => {
    const id = event["user_id"];
    if (id === undefined || id === "") return event;
    const digest = createHmac("sha256", settings.secret).update(`track ${month} ${id}`).digest();
    return { ...event, user_id: digest.toString("base64url").slice(0, 22) };
  });
}
