import { expect, it } from "vitest";
import { pseudonymize } from "./pseudonyms.ts";

const ID = "01940d6e-f2f1-7000-8000-000000000002";
const at = (time: string, secret = "s".repeat(64)) => ({
  settings: { secret },
  clock: () => Date.parse(time),
});

it("API-17 ANL-1 events of an account cannot be attributed to it, and belong to one visitor within a month", () => {
  const [first, second, anonymous, other] = pseudonymize(at("2026-11-01T00:00:00Z"), [
    { event_type: "332001", user_id: ID },
    { event_type: "332002", user_id: ID },
    { event_type: "332001", user_id: "" },
    { event_type: "332001", user_id: ID.replace("2", "3") },
  ]);
  expect(first!["user_id"]).toMatch(/^[\w-]{22}$/);
  expect(first!["event_type"]).toBe("332001");
  expect(second!["user_id"]).toBe(first!["user_id"]);
  expect(anonymous).toEqual({ event_type: "332001", user_id: "" });
  expect(other!["user_id"]).not.toBe(first!["user_id"]);
  const user = (deps: ReturnType<typeof at>) =>
    pseudonymize(deps, [{ user_id: ID }])[0]!["user_id"];
  expect(user(at("2026-11-30T23:59:59Z"))).toBe(first!["user_id"]);
  expect(user(at("2026-12-01T00:00:00Z"))).not.toBe(first!["user_id"]);
  expect(user(at("2026-11-01T00:00:00Z", "t".repeat(64)))).not.toBe(first!["user_id"]);
});
