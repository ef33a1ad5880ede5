import { expect, it } from "vitest";
import type { AnyCall } from "#core/api/contract/call.ts";
import type { Api, CallOptions } from "../../services/api/api.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { Ledger } from "../../workspace/queue/credits.ts";
import type { DialogRequest } from "./dialogs.ts";
import type { Text } from "../../notices/notices.ts";
import { safeStorage, visitorId } from "../../services/storage.ts";
import { createDrafts, pendingOf } from "../dialogs/drafts.ts";
import { keepOrder } from "../../live-pages/pricing/pending-order.ts";
import { createUserStore } from "./user.ts";

const NOW = 1_800_000_000;
const info = (over: object = {}) => ({
  token: "t1",
  last_get_credits_time: 0,
  user_info: { user_id: "u1", user_email: "a@b.c", daily_credits_count: 1 },
  subscription: null,
  kodepay_user_id: "k1",
  ...over,
});
const fail = (status: number, key: string | null = null, message = "") =>
  new ApiError(message, { status, key });

const RUN = { tool: "karaoke-maker", seconds: 60, inputHash: null };

/** A server that answers each path with a value, an error, or the result of a function. */
function setUp(answers: Record<string, unknown> = {}, stored: Record<string, string> = {}) {
  const known: Record<string, unknown> = {
    "/audio/api/user/info": info(),
    "/audio/api/user/login/password": info(),
    "/audio/api/user/register": { registerState: "code_sent", resend_after: 60 },
    "/audio/api/user/register/code/verify": info(),
    "/audio/api/user/config/get": { is_send_email: 1 },
    "/audio/api/user/config/update": { is_send_email: 0 },
    "/audio/api/user/credits/balance": { free_credits: 2, buy_credits: 5 },
    "/audio/api/user/daily/credits/add": { free_credits: 5, buy_credits: 5 },
    "/audio/api/user/credits/replenish": { free_credits: 9, buy_credits: 5 },
    "/audio/api/user/account/cancel": undefined,
    "/audio/api/v1/plan/payment/invoice/get": { receipt_url: "https://pay.example/r" },
    "/audio/api/v1/usage/reserve": {
      usage_id: "g1",
      cost: 3,
      balance: { free_credits: 0, buy_credits: 4 },
    },
    "/audio/api/v1/usage/settle": { free_credits: 0, buy_credits: 4 },
    "/audio/api/v1/usage/refund": { free_credits: 2, buy_credits: 5 },
    ...answers,
  };
  const requests: { path: string; request: unknown; key: string | undefined }[] = [];
  const api = (async (call: AnyCall, request: unknown, options: CallOptions) => {
    requests.push({ path: call.path, request, key: options.idempotencyKey });
    const answer = known[call.path];
    const made: unknown = typeof answer === "function" ? await answer() : answer;
    if (made instanceof Error) throw made;
    return made;
  }) as Api;
  const items = new Map(Object.entries(stored));
  const tabItems = new Map<string, string>();
  const keyValueOf = (map: Map<string, string>) => ({
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? map.delete(key) : map.set(key, value)),
  });
  const [storage, tabStorage] = [keyValueOf(items), keyValueOf(tabItems)];
  const toasts: Text[] = [];
  const opened: DialogRequest[] = [];
  const events: string[] = [];
  let keys = 0;
  const tabs: { location: { href: string }; closed: boolean; close(): void }[] = [];
  const user = createUserStore({
    api,
    storage,
    tabStorage,
    now: () => NOW * 1000,
    uuid: () => `k${++keys}`,
    dialogs: { open: (request) => opened.push(request) },
    onLoggedIn: () => events.push("in"),
    onRegistered: () => events.push("registered"),
    onClaimed: () => events.push("claimed"),
    onPurchaseStarted: () => events.push("purchase"),
    toast: (text) => toasts.push(text),
    openTab: () => {
      const tab = { location: { href: "" }, closed: false, close: () => void (tab.closed = true) };
      tabs.push(tab);
      return tab;
    },
  });
  const logIn = async (): Promise<void> => {
    await user.login({ email: "a@b.c", password: "secret" });
    await rest();
  };
  const state = () => user.getState();
  return {
    user,
    items,
    tabItems,
    storage,
    tabStorage,
    toasts,
    tabs,
    asked: requests,
    known,
    opened,
    told: events,
    logIn,
    state,
  };
}
/** Waits until pending work has finished. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
/** A response that arrives later. */
function later() {
  const waiting: ((value: unknown) => void)[] = [];
  const answer = () => new Promise((resolve) => waiting.push(resolve));
  return { answer, give: (at: number, value: unknown) => waiting[at]!(value) };
}

it("USR-1 USR-2 login stores token, address and count, and loads config and credits", async () => {
  const { user, state, items, told: events } = setUp();
  await user.login({ email: "a@b.c", password: "secret" });
  expect(state()).toMatchObject({ token: "t1", userName: "a@b.c", daily_credits_count: 1 });
  expect(events).toEqual(["in"]);
  await rest();
  expect(state()).toMatchObject({
    credits: 7,
    userConfig: { is_send_email: 1 },
    status: "in",
  });
  expect(Object.fromEntries(items)).toEqual({ toolkit_token: "t1", user_id: "u1" });
});

it("USR-2 a failed login clears all user data and is rejected", async () => {
  const { user, state, items } = setUp(
    { "/audio/api/user/login/password": fail(400, "invalid_credentials") },
    { toolkit_token: "old", user_id: "u0" },
  );
  await expect(user.login({ email: "a@b.c", password: "x" })).rejects.toMatchObject({
    key: "invalid_credentials",
  });
  expect(state()).toMatchObject({ token: null, userName: "", status: "out" });
  expect(items.size).toBe(0);
});

it("USR-2 a stored token is looked up; one that is refused is forgotten, an unreachable server keeps it", async () => {
  const good = setUp({}, { toolkit_token: "t1" });
  await good.user.restore();
  expect(good.state()).toMatchObject({ status: "in", credits: 7 });

  const refused = setUp({ "/audio/api/user/info": fail(401) }, { toolkit_token: "t0" });
  await refused.user.restore();
  expect([refused.state().status, refused.items.size]).toEqual(["out", 0]);

  const away = setUp({ "/audio/api/user/info": fail(0, "offline") }, { toolkit_token: "t1" });
  await away.user.restore();
  expect([away.state().status, away.state().token]).toEqual(["offline", "t1"]);
  expect(away.items.get("toolkit_token")).toBe("t1");
});

it("USR-2 if a login is dismissed, the signed-in user stays signed in", async () => {
  const { user, state, logIn, known } = setUp();
  await logIn();
  known["/audio/api/user/login/password"] = fail(0, "offline");
  await expect(user.login({ email: "x@y.z", password: "x" })).rejects.toThrow();
  expect(state()).toMatchObject({ status: "in", userName: "a@b.c" });
});

it("USR-2 an answer that is no refusal keeps the token too", async () => {
  for (const status of [404, 500, 503]) {
    const { user, state } = setUp(
      { "/audio/api/user/info": fail(status) },
      { toolkit_token: "t1" },
    );
    await user.restore();
    expect([state().status, state().token]).toEqual(["offline", "t1"]);
  }
});

it("USR-3 logout clears all identifying data", async () => {
  const { user, state, items, logIn } = setUp();
  await logIn();
  user.logout();
  expect(state()).toMatchObject({
    token: null,
    credits: 0,
    userName: "",
    daily_credits_count: 0,
    kodepay_user_id: "",
    last_get_credits_time: 0,
    subscription: null,
    status: "out",
  });
  expect(items.has("user_id")).toBe(false);
});

it("USR-3 USR-13 after a logout no storage has the address, or what was paid at", async () => {
  const earlier = { show35TipList: JSON.stringify({ "a@b.c": { hasshow: true, dontshow: true } }) };
  const { user, items, tabItems, storage, tabStorage, logIn } = setUp({}, earlier);
  const drafts = createDrafts(tabStorage);
  await user.register({ email: "a@b.c", password: "p" });
  drafts.setState({ email: "a@b.c", register: pendingOf("a@b.c", 60, 0) });
  await logIn();
  // Choices that earlier versions stored by email address are found by the account's id.
  expect(user.hidesTip()).toBe(true);
  user.noteTip();
  const [orderId, url] = ["o1", "https://pay.example/session/secret"];
  keepOrder(storage, { orderId, planId: "p", url, userId: "u1", utmSource: "", time: 1 });
  const text = () => JSON.stringify([...items, ...tabItems]);
  expect(text()).toMatch(/secret/);
  user.logout();
  for (const personal of ["a@b.c", url, "t1"]) expect(text()).not.toContain(personal);
  await logIn();
  expect(user.hidesTip()).toBe(true);
});

it("USR-4 codes are bound to the tab that asks for them, until a user is signed in", async () => {
  const {
    user,
    asked: requests,
    tabItems,
  } = setUp({
    "/audio/api/user/password/reset/request": { resend_after: 60 },
  });
  const verifiers = () =>
    requests
      .map(({ request }) => (request as { code_verifier?: string }).code_verifier)
      .filter((verifier) => verifier !== undefined);
  await user.register({ email: "a@b.c", password: "p" });
  await user.register({ email: "a@b.c", password: "p" });
  await user.verify({ email: "a@b.c", code: "123456" });
  expect(new Set(verifiers()).size).toBe(1);
  expect(verifiers()).toHaveLength(3);
  await user.requestReset({ email: "a@b.c" });
  expect(new Set(verifiers()).size).toBe(2);
  expect([...tabItems.values()]).toEqual([verifiers().at(-1)]);
});

it("USR-2 a device that has been signed in on shows so the next time, also after a logout", async () => {
  const {
    user,
    asked: requests,
    items,
  } = setUp({
    "/audio/api/user/login/password": info({ device: "d1" }),
    "/audio/api/user/password/reset/request": { resend_after: 60 },
  });
  const request = { email: "a@b.c", password: "p" };
  await user.login(request);
  user.logout();
  expect([...items.entries()]).toEqual([["toolkit_device", "d1"]]);
  await user.login(request);
  await user.requestReset({ email: "a@b.c" });
  const sent = requests.filter(({ path }) => /login|reset/.test(path)).map((each) => each.request);
  expect(sent).toEqual([
    request,
    { ...request, device: "d1" },
    { email: "a@b.c", code_verifier: expect.any(String), device: "d1" },
  ]);
});

it("USR-3 logout ends the token at the server; out of its reach, it is forgotten all the same", async () => {
  const calls = (requests: readonly { path: string }[]) =>
    requests.filter(({ path }) => path === "/audio/api/user/logout").length;
  for (const answer of [undefined, fail(0, "offline"), fail(500)]) {
    const {
      user,
      state,
      asked: requests,
      items,
      toasts,
      logIn,
    } = setUp({
      "/audio/api/user/logout": answer,
    });
    await logIn();
    user.logout();
    expect([state().status, items.has("toolkit_token")]).toEqual(["out", false]);
    await rest();
    expect(calls(requests)).toBe(1);
    expect(toasts).toEqual([]);
    user.logout();
    expect(calls(requests)).toBe(1);
  }
  const expired = setUp();
  await expired.logIn();
  expired.user.expire();
  expect([expired.state().status, calls(expired.asked)]).toEqual(["out", 0]);
});

it("USR-3 what was asked before the logout changes nothing after it", async () => {
  const balance = later();
  const { user, state, logIn } = setUp({ "/audio/api/user/credits/balance": balance.answer });
  await logIn();
  user.logout();
  balance.give(0, { free_credits: 50, buy_credits: 0 });
  await rest();
  expect(state().credits).toBe(0);
});

it("USR-4 registration waits for its code, then signs in", async () => {
  const { user, state, told: events } = setUp();
  expect(await user.register({ email: "a@b.c", password: "longenough" })).toMatchObject({
    resend_after: 60,
  });
  expect(state()).toMatchObject({ registerState: "code_sent", token: null });
  await user.verify({ email: "a@b.c", code: "123456" });
  expect(state()).toMatchObject({ registerState: "", status: "in" });
  // The response reports the claim that was made with the registration (USR-14).
  expect(events).toEqual(["registered", "claimed"]);
});

it("USR-5 a deleted account is logged out; a refused deletion is not", async () => {
  const { user, state, logIn } = setUp();
  await logIn();
  await user.deleteAccount({ password: "x" });
  expect(state().status).toBe("out");
  const refused = setUp({ "/audio/api/user/account/cancel": fail(400, "password_wrong") });
  await refused.logIn();
  await expect(refused.user.deleteAccount({ password: "y" })).rejects.toThrow();
  expect(refused.state().status).toBe("in");
});

it("USR-6 do-not-show is remembered per user, in show35TipList", async () => {
  const { user, items, logIn } = setUp();
  await logIn();
  expect(user.showsTip()).toBe(true);
  user.noteTip();
  user.hideTip(true);
  expect([user.showsTip(), user.hidesTip()]).toEqual([false, true]);
  const stored = () => JSON.parse(items.get("show35TipList")!) as unknown;
  expect(stored()).toEqual({ u1: { hasshow: true, dontshow: true, at: NOW } });
  user.toggleTip();
  expect(user.showsTip()).toBe(true);
  // A requested tip is shown once; turning the tip off stays in effect until the user turns it on.
  user.noteTip();
  expect([user.showsTip(), user.hidesTip()]).toEqual([false, true]);
  user.hideTip(false);
  expect(stored()).toEqual({ u1: { hasshow: true, dontshow: false, at: NOW } });
});

it("USR-6 a tip that was shown comes again after a day, unless it is not to be shown again", async () => {
  const shows = async (tip: object): Promise<boolean> => {
    const { user, logIn } = setUp({}, { show35TipList: JSON.stringify({ u1: tip }) });
    await logIn();
    return user.showsTip();
  };
  const shown = { hasshow: true, dontshow: false };
  expect(await shows({ ...shown, at: NOW - 24 * 3600 + 1 })).toBe(false);
  expect(await shows({ ...shown, at: NOW - 24 * 3600 })).toBe(true);
  expect(await shows({ hasshow: true, dontshow: true, at: 0 })).toBe(false);
});

it("USR-6 a list of tips that was damaged is none", async () => {
  for (const stored of ["{", "[]", "null", '"x"', '{"u1":null}', '{"u1":3}']) {
    const { user, logIn } = setUp({}, { show35TipList: stored });
    await logIn();
    expect(user.showsTip(), stored).toBe(true);
    user.hideTip(true);
    expect(user.showsTip(), stored).toBe(false);
  }
});

it("USR-6 a claim shows its credits and its time, and is made once", async () => {
  const {
    user,
    state,
    asked: requests,
    told: events,
    logIn,
  } = setUp({
    "/audio/api/user/daily/credits/add": {
      free_credits: 5,
      buy_credits: 5,
      last_get_credits_time: NOW,
      daily_credits_count: 2,
    },
  });
  await logIn();
  await Promise.all([user.claimDaily(), user.claimDaily()]);
  expect(state()).toMatchObject({
    credits: 10,
    last_get_credits_time: NOW,
    daily_credits_count: 2,
  });
  expect(requests.filter(({ path }) => path.endsWith("/daily/credits/add"))).toHaveLength(1);
  expect(events).toContain("claimed");
});

it("USR-6 if a server sends only the balance, the time of the claim is requested", async () => {
  const { user, state, logIn, known } = setUp();
  await logIn();
  known["/audio/api/user/info"] = info({ last_get_credits_time: NOW });
  await user.claimDaily();
  expect(state()).toMatchObject({ credits: 10, last_get_credits_time: NOW });
});

it("USR-7 below the cost, the dialog about it opens with the needed amount", async () => {
  const { user, opened, logIn } = setUp();
  expect(user.requireCredits(100)).toBe(true);
  await logIn();
  expect([user.requireCredits(7), user.requireCredits(8)]).toEqual([true, false]);
  expect(opened).toEqual([{ name: "insufficient", needed: 8 }]);
});

it("USR-7 the server's error on holding credits is passed to the job, which offers a way to continue", async () => {
  const apiError = new ApiError("", {
    status: 402,
    key: "not_enough_credits",
    params: { needed: 12, available: 7 },
  });
  const { user, opened, logIn } = setUp({ "/audio/api/v1/usage/reserve": apiError });
  await logIn();
  const reserved = user.reserve({ ...RUN, seconds: 700 }, "run-0001");
  await expect(reserved).rejects.toMatchObject({ key: "not_enough_credits" });
  expect(opened).toEqual([]);
});

it("USR-10 credits are held, then taken or given back, under the keys of the queue", async () => {
  const { user, state, asked: requests, logIn } = setUp();
  await logIn();
  const ledger: Ledger = user;
  const request = { tool: "karaoke-maker", seconds: 61.5, inputHash: "ab", hostedSeconds: 0 };
  expect(await ledger.reserve(request, "run-0001")).toEqual({ usageId: "g1", cost: 3 });
  expect(state().credits).toBe(4);
  await ledger.settle("g1", "g1:settle");
  await ledger.refund("g2", "g2:refund");
  expect(state().credits).toBe(7);
  const usage = requests.filter(({ path }) => path.includes("/usage/"));
  expect(usage.map(({ request: body, key }) => [body, key])).toEqual([
    [{ tool: "karaoke-maker", seconds: 61.5, input_hash: "ab" }, "run-0001"],
    [{ usage_id: "g1" }, "g1:settle"],
    [{ usage_id: "g2" }, "g2:refund"],
  ]);
});

it("USR-10 a run that is closed is done with; a line that broke is not", async () => {
  for (const key of ["usage_closed", "not_found"]) {
    const { user, logIn } = setUp({ "/audio/api/v1/usage/settle": fail(409, key) });
    await logIn();
    await user.settle("g1", "g1:settle");
  }
  const { user, logIn } = setUp({ "/audio/api/v1/usage/refund": fail(0, "offline") });
  await logIn();
  await expect(user.refund("g1", "g1:refund")).rejects.toMatchObject({ key: "offline" });
});

it("USR-10 a balance that was asked for earlier does not come over a later one", async () => {
  const { user, state, logIn, known } = setUp();
  await logIn();
  const balance = later();
  known["/audio/api/user/credits/balance"] = balance.answer;
  const old = user.loadBalance();
  await user.reserve(RUN, "run-0001");
  balance.give(0, { free_credits: 2, buy_credits: 5 });
  await old;
  expect(state().credits).toBe(4);
});

it("USR-10 a balance that the queue received is shown", async () => {
  const { user, state, logIn } = setUp();
  await logIn();
  user.setBalance({ free_credits: 1, buy_credits: 1 });
  expect(state().credits).toBe(2);
});

it("USR-10 where answers overtake each other, the balance is asked for again", async () => {
  const slow = later();
  const { user, state, logIn, known } = setUp({ "/audio/api/v1/usage/reserve": slow.answer });
  await logIn();
  const reserved = user.reserve(RUN, "run-0001");
  await user.settle("g0", "g0:settle");
  known["/audio/api/user/credits/balance"] = { free_credits: 0, buy_credits: 1 };
  slow.give(0, { usage_id: "g1", cost: 3, balance: { free_credits: 9, buy_credits: 9 } });
  await reserved;
  await rest();
  expect(state().credits).toBe(1);
});

it("USR-12 history and payments are loaded by pages; deleted rows disappear from the page", async () => {
  const usage = [{ id: "1" }, { id: "2" }, { id: "3" }];
  const {
    user,
    state,
    asked: requests,
    logIn,
  } = setUp({
    "/audio/api/v1/history/usage-record/page": { list: usage, total: 43, page: 2, page_size: 3 },
    "/audio/api/v1/history/payment-record/page": { list: [{ order_id: "o" }], total: 1 },
    "/audio/api/v1/plan/subscription/cancel": { plan_id: "pro", cancel_at_period_end: true },
  });
  await logIn();
  expect(await user.loadUsage({ page: 2, pageSize: 3, tool: "audio-trimmer" })).toBe(43);
  expect(requests.at(-1)!.request).toEqual({ page: 2, page_size: 3, tool: "audio-trimmer" });
  await user.deleteUsage(["1", "3"]);
  expect(state().historyUsage).toEqual([{ id: "2" }]);
  expect(await user.loadPayments({ page: 1, pageSize: 10 })).toBe(1);
  expect(state().paymentHistory).toEqual([{ order_id: "o" }]);
  await user.cancelSubscription();
  expect(state().subscription).toMatchObject({ cancel_at_period_end: true });
  user.logout();
  expect(state()).toMatchObject({ historyUsage: [], paymentHistory: [], subscription: null });
});

it("USR-11 a paid order is noted, and brings its credits and plan", async () => {
  const {
    user,
    state,
    asked: requests,
    known,
    told: events,
    logIn,
  } = setUp({
    "/audio/api/v1/plan/payment/url/get": { order_id: "o1", payment_url: "https://pay.example/o1" },
    "/audio/api/v1/plan/payment/result/get": { status: "pending" },
    "/igweb/api/user/add-pay-record": { order_id: "o1" },
  });
  await logIn();
  const order = await user.startPayment("pack-60");
  expect([order, events.at(-1)]).toEqual([
    { orderId: "o1", url: "https://pay.example/o1" },
    "purchase",
  ]);
  const bought = { orderId: "o1", planId: "pack-60" };
  expect(await user.finishPayment(bought)).toBe("pending");
  expect(requests.some(({ path }) => path.endsWith("add-pay-record"))).toBe(false);
  known["/audio/api/v1/plan/payment/result/get"] = { status: "paid" };
  known["/audio/api/user/credits/balance"] = { free_credits: 2, buy_credits: 65 };
  known["/audio/api/user/info"] = info({ kodepay_user_id: "kp9" });
  expect(await user.finishPayment(bought)).toBe("paid");
  expect(state()).toMatchObject({ credits: 67, kodepay_user_id: "kp9" });
});

it("USR-9 the gift adds its credits again", async () => {
  const { user, state, logIn } = setUp();
  await logIn();
  await user.readdCredits();
  expect(state().credits).toBe(14);
});

it("ERR-3 the server's words, or the catalogue's, tell of a failure", async () => {
  const silent = setUp({ "/audio/api/user/credits/balance": fail(503) });
  await silent.logIn();
  expect(silent.toasts).toEqual(["errors:credits.balance"]);

  const worded = setUp({ "/audio/api/user/credits/balance": fail(503, null, "Down for a minute") });
  await worded.logIn();
  expect(worded.toasts).toEqual([{ words: "Down for a minute" }]);

  const claim = setUp({ "/audio/api/user/daily/credits/add": fail(409, "claim_too_soon") });
  await claim.logIn();
  await expect(claim.user.claimDaily()).rejects.toThrow();
  expect(claim.toasts).toEqual([{ key: "errors:api.claim_too_soon", params: {} }]);
});

it("ERR-3 settings say whether they were opened or closed", async () => {
  const { user, toasts } = setUp();
  await user.updateConfig(true);
  await user.updateConfig(false);
  const refused = setUp({ "/audio/api/user/config/update": fail(500) });
  await expect(refused.user.updateConfig(true)).rejects.toThrow();
  await expect(refused.user.updateConfig(false)).rejects.toThrow();
  expect([...toasts, ...refused.toasts]).toEqual([
    "errors:setting.openSuccess",
    "errors:setting.closeSuccess",
    "errors:setting.openFailed",
    "errors:setting.closeFailed",
  ]);
});

it("USR-8 an invoice opens in a tab that was opened by the click; a failure closes it", async () => {
  const { user, tabs } = setUp();
  const opening = user.openInvoice("o1");
  expect(tabs).toHaveLength(1);
  await opening;
  expect(tabs[0]!.location.href).toBe("https://pay.example/r");
  for (const answer of [fail(404, "no_receipt"), { receipt_url: "javascript:alert(1)" }]) {
    const bad = setUp({ "/audio/api/v1/plan/payment/invoice/get": answer });
    await bad.user.openInvoice("o1");
    expect([bad.tabs[0]!.closed, bad.tabs[0]!.location.href]).toEqual([true, ""]);
    expect(bad.toasts).toEqual(["errors:invoice"]);
  }
});

it("a login or logout in another tab is followed", async () => {
  const { user, state, items, logIn } = setUp();
  await logIn();
  items.delete("toolkit_token");
  user.follow("toolkit_token");
  expect(state().status).toBe("out");
  items.set("toolkit_token", "t2");
  user.follow("other");
  expect(state().status).toBe("out");
  user.follow("toolkit_token");
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(state().status).toBe("in");
});

it("USR-13 if storage is blocked, the page continues in memory", () => {
  const blocked = safeStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  blocked.set("a", "1");
  expect(blocked.get("a")).toBe("1");
  blocked.set("a", null);
  expect(blocked.get("a")).toBeNull();
});

it("USR-13 where storage is full, the new value is read, not the old one", () => {
  const items = new Map([["a", "old"]]);
  const full = safeStorage(
    () =>
      ({
        getItem: (key: string) => items.get(key) ?? null,
        setItem: () => {
          throw new DOMException("full", "QuotaExceededError");
        },
        removeItem: (key: string) => items.delete(key),
      }) as unknown as Storage,
  );
  full.set("a", "new");
  expect(full.get("a")).toBe("new");
  full.set("a", null);
  expect(full.get("a")).toBeNull();
});

it("USR-13 the visitor keeps an id; an invalid one is replaced", () => {
  for (const [stored, expected] of [
    [null, "made-id-1"],
    ["known-id-7", "known-id-7"],
    ["<b>", "made-id-1"],
  ] as const) {
    const items = new Map<string, string>(stored === null ? [] : [["audio_userUuid", stored]]);
    const storage = {
      get: (key: string) => items.get(key) ?? null,
      set: (key: string, value: string | null) => void items.set(key, value ?? ""),
    };
    expect(visitorId(storage, () => "made-id-1")).toBe(expected);
    expect(items.get("audio_userUuid")).toBe(expected);
  }
});
