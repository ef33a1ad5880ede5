import { expect, it } from "vitest";
import { HOLD_MS, createHold } from "./hold-original.ts";

type Side = "before" | "after" | "removed";

function setUp() {
  const chosen: Side[] = [];
  let timers: { work: () => void; at: number }[] = [];
  let now = 0;
  const hold = createHold<Side>({
    original: "before",
    choose: (side) => chosen.push(side),
    setTimer(work, ms) {
      const timer = { work, at: now + ms };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
  const wait = (ms: number): void => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { work } of due) work();
  };
  return { hold, chosen, wait };
}

it.each(["after", "removed"] as const)(
  "TLS-19 holding the original plays it, and returns to the side %s",
  (side) => {
    const { hold, chosen, wait } = setUp();
    hold.press(side);
    wait(HOLD_MS - 1);
    expect(chosen).toEqual([]);
    wait(1);
    expect(chosen).toEqual(["before"]);
    hold.release();
    hold.click("before");
    expect(chosen).toEqual(["before", side]);
    // The next click is one again.
    wait(0);
    hold.click("before");
    expect(chosen).toEqual(["before", side, "before"]);
  },
);

it("TLS-19 a short press is a click, and a hold of the side that is heard changes nothing", () => {
  const { hold, chosen, wait } = setUp();
  hold.press("after");
  wait(HOLD_MS - 1);
  hold.release();
  hold.click("before");
  wait(HOLD_MS);
  expect(chosen).toEqual(["before"]);
  hold.press("before");
  wait(HOLD_MS);
  hold.release();
  expect(chosen).toEqual(["before"]);
});
