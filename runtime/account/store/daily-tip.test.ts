import { expect, it } from "vitest";
import type { Api } from "../../services/api/api.ts";
import { createNoticeStore } from "../../notices/notices.ts";
import { startDailyTip } from "./daily-tip.ts";
import { createUserStore } from "./user.ts";

const NOW = 1_800_000_000;
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/audio/api/user/login/password": {
    token: "t1",
    last_get_credits_time: 0,
    user_info: { user_id: "u1", user_email: "a@b.c", daily_credits_count: 1 },
    subscription: null,
    kodepay_user_id: "k1",
  },
  "/audio/api/user/config/get": { is_send_email: 1 },
  "/audio/api/user/credits/balance": { free_credits: 2, buy_credits: 5 },
};

/**
 * A visitor who may claim credits. @param isAtWork whether a file is being processed at the start
 */
function setUp(isAtWork: boolean, lastClaim = 0) {
  const items = new Map<string, string>();
  const info = ANSWERS["/audio/api/user/login/password"] as object;
  const answers: typeof ANSWERS = {
    ...ANSWERS,
    "/audio/api/user/login/password": { ...info, last_get_credits_time: lastClaim },
  };
  const user = createUserStore({
    api: (({ path }: { path: string }) => Promise.resolve(answers[path])) as unknown as Api,
    storage: {
      get: (key) => items.get(key) ?? null,
      set: (key, value) => void (value === null ? items.delete(key) : items.set(key, value)),
    },
    tabStorage: { get: () => null, set: () => {} },
    now: () => NOW * 1000,
    uuid: () => "k",
    toast: () => {},
    openTab: () => null,
  });
  const notices = createNoticeStore({ now: () => 0, setTimer: () => () => {} });
  let works = isAtWork;
  let notify = (): void => {};
  startDailyTip(user, notices, {
    now: () => NOW * 1000,
    isNarrow: () => false,
    isAtWork: () => works,
    onWork: (changed) => (notify = changed),
  });
  return {
    user,
    items,
    notice: () => notices.getState().shown.at(-1)!,
    shown: () => notices.getState().shown.map(({ id }) => id),
    logIn: () => user.login({ email: "a@b.c", password: "secret" }),
    work(now: boolean): void {
      works = now;
      notify();
    },
  };
}

it("USR-6 the tip goes when a file is worked on, and does not come back that day", async () => {
  const { shown, logIn, work } = setUp(false);
  await logIn();
  expect(shown()).toEqual(["daily-tip"]);
  work(true);
  expect(shown()).toEqual([]);
  work(false);
  expect(shown()).toEqual([]);
});

it("USR-6 while a file is worked on the tip waits, and counts as not shown", async () => {
  const { items, shown, logIn, work } = setUp(true);
  await logIn();
  expect(shown()).toEqual([]);
  expect(items.has("show35TipList")).toBe(false);
  work(false);
  expect(shown()).toEqual(["daily-tip"]);
});

it("USR-6 the tip opens on request even if nothing can be claimed, also during work; its checkbox is stored", async () => {
  const { user, items, shown, notice, logIn, work } = setUp(true, NOW - 3600);
  await logIn();
  expect(shown()).toEqual([]);
  user.toggleTip();
  expect(shown()).toEqual(["daily-tip"]);
  expect(notice()).toMatchObject({
    text: "errors:api.claim_too_soon",
    action: null,
    box: { checked: false },
    stays: null,
  });
  notice().box!.onChange(true);
  work(true);
  expect(shown()).toEqual(["daily-tip"]);
  expect(JSON.parse(items.get("show35TipList")!)).toEqual({
    u1: { hasshow: true, dontshow: true, at: NOW },
  });
  user.toggleTip();
  expect([shown(), notice().box!.checked]).toEqual([["daily-tip"], true]);
  user.logout();
  expect(shown()).toEqual([]);
});
