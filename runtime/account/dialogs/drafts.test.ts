import { expect, it } from "vitest";
import { createDrafts, pendingOf, stillPending } from "./drafts.ts";

it("USR-4 a code can be entered for 10 minutes, and a new one sent after 60 s", () => {
  const pending = pendingOf("a@b.org", 60, 5000);
  expect(pending).toEqual({ email: "a@b.org", resendFrom: 65_000, until: 605_000 });
  expect(stillPending(pending, 604_999)).toBe(pending);
  expect(stillPending(pending, 605_000)).toBeNull();
  expect(stillPending(null, 0)).toBeNull();
});

it("USR-4 a closed dialog keeps the address and the step, and no password", () => {
  const drafts = createDrafts();
  drafts.setState({ email: "a@b.org", register: pendingOf("a@b.org", 60, 0) });
  expect(JSON.stringify(drafts.getState())).not.toMatch(/password/i);
});
