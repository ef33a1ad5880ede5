import { expect, it } from "vitest";
import { ApiError } from "../../services/api/api-error.ts";
import { followOrder } from "./follow-order.ts";

type Status = "pending" | "paid" | "failed";
/** Follows an order through a sequence of responses; the last one repeats. */
function follow(answers: readonly (Status | Error)[]) {
  const log = { asked: 0, waited: 0, pending: 0 };
  const control = new AbortController();
  const status = followOrder(
    {
      ask: async () => {
        const answer = answers[Math.min(log.asked++, answers.length - 1)]!;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      wait: async (ms) => void (log.waited += ms),
      onPending: () => void (log.pending += 1),
    },
    control.signal,
  );
  return { log, status, control };
}

it("API-15 an order that is paid already is looked at once", async () => {
  const { status, log } = follow(["paid"]);
  expect(await status).toBe("paid");
  expect(log).toEqual({ asked: 1, waited: 0, pending: 0 });
});

it("API-15 an order is followed until something has become of it", async () => {
  const { status, log } = follow(["pending", "pending", "failed"]);
  expect(await status).toBe("failed");
  expect(log).toMatchObject({ asked: 3, pending: 1 });
});

it("API-15 what takes longer than half a minute is pending, and is not asked for for ever", async () => {
  const { status, log } = follow(["pending"]);
  expect(await status).toBe("pending");
  expect(log.waited).toBeGreaterThan(30_000);
  expect(log.asked).toBeLessThan(12);
});

it("API-15 a failure ends it, and so does leaving the page", async () => {
  await expect(follow([new ApiError("x", { status: 503 })]).status).rejects.toThrow(ApiError);
  const { status, control, log } = follow(["pending"]);
  control.abort();
  await expect(status).rejects.toThrow("abort");
  expect(log.asked).toBe(1);
});
