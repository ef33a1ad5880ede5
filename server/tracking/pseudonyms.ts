import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";

type Event = Readonly<Record<string, string>>;

/**
 * The same events with pseudonyms for the ids of accounts: the same in one calendar month (UTC), another
 * in the next. They cannot be undone without the server's key, so events that outlive an account lead to
 * nobody.
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
