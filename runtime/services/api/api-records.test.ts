import { expect, it } from "vitest";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { type FakeBrowser, type Stage, openStage } from "#tests/fake-api/harness.ts";

const ANN = { email: "ann@example.org", password: "correct horse" };
const refused = (key: string) => ({ name: "ApiError", key });

async function logIn(stage: Stage): Promise<FakeBrowser> {
  stage.fake.addAccount(ANN.email, ANN.password, { bought: 1000 });
  const browser = stage.browse();
  await browser.user.login(ANN);
  return browser;
}

it("API-12 USR-12 usage comes by pages, the newest first, for one tool or all, and is deleted", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  for (let at = 1; at <= 12; at += 1) {
    const tool = at % 3 === 0 ? "voice-changer" : "karaoke-maker";
    const { usageId } = await user.reserve(
      { tool, seconds: at * 60, inputHash: null },
      `run-${at}-0000`,
    );
    if (at % 2 === 0) await user.settle(usageId, `${usageId}:settle`);
    else await user.refund(usageId, `${usageId}:refund`);
  }
  const ids = () => user.getState().historyUsage.map(({ id }) => id);
  expect(await user.loadUsage({ page: 1, pageSize: 5 })).toBe(12);
  expect(ids()).toEqual(["g12", "g11", "g10", "g9", "g8"]);
  expect(user.getState().historyUsage[1]).toMatchObject({
    tool: "karaoke-maker",
    seconds: 660,
    cost: 11,
    state: "refunded",
  });
  await user.loadUsage({ page: 3, pageSize: 5 });
  expect(ids()).toEqual(["g2", "g1"]);
  await user.deleteUsage(["g2", "g12"]);
  expect(ids()).toEqual(["g1"]);
  expect(await user.loadUsage({ page: 1, pageSize: 100, tool: "voice-changer" })).toBe(3);
  expect(ids()).toEqual(["g9", "g6", "g3"]);
  expect(await user.loadUsage({ page: 9, pageSize: 5 })).toBe(10);
  expect(ids()).toEqual([]);
  await expect(user.loadUsage({ page: 0, pageSize: 5 })).rejects.toMatchObject(
    refused("invalid_request"),
  );
});

it("API-13 API-14 API-15 a pack is paid for at the provider, noted, and listed with its receipt", async () => {
  await using stage = await openStage();
  const { user, tabs, toasts } = await logIn(stage);
  const { orderId, url } = await user.startPayment("pack-60");
  const order = { orderId, planId: "pack-60" };
  expect(await user.finishPayment(order)).toBe("pending");
  expect(await (await fetch(url)).text()).toContain("pending");
  await user.openInvoice(orderId);
  expect([tabs, toasts]).toEqual([[null], ["errors:invoice"]]);
  await fetch(`${url}&outcome=paid`, { method: "POST" });
  expect(await user.finishPayment(order)).toBe("paid");
  expect(user.getState()).toMatchObject({ credits: 1060, kodepay_user_id: "kp1" });
  expect(await user.loadPayments({ page: 1, pageSize: 10 })).toBe(1);
  expect(user.getState().paymentHistory).toMatchObject([
    { order_id: orderId, plan_id: "pack-60", amount: 600, currency: "USD", status: "paid" },
  ]);
  await user.openInvoice(orderId);
  expect(await (await fetch(tabs[1]!)).text()).toContain(`Receipt ${orderId}`);
});

it("API-15 a payment that failed brings nothing; an unknown offer or order is not found", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  const { orderId } = await user.startPayment("basic-yearly");
  stage.fake.complete(orderId, false);
  expect(await user.finishPayment({ orderId, planId: "basic-yearly" })).toBe("failed");
  expect(user.getState().subscription).toBeNull();
  await expect(user.startPayment("basic")).rejects.toMatchObject(refused("not_found"));
  const strange = user.finishPayment({ orderId: "o99", planId: "basic-yearly" });
  await expect(strange).rejects.toMatchObject(refused("not_found"));
});

it("API-16 USR-11 a cancelled plan ends with its period; what was bought stays", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  await expect(user.cancelSubscription()).rejects.toMatchObject(refused("not_subscribed"));
  const { orderId } = await user.startPayment("basic-monthly");
  stage.fake.complete(orderId);
  await user.finishPayment({ orderId, planId: "basic-monthly" });
  expect(user.getState()).toMatchObject({
    credits: 1200,
    subscription: { plan_id: "basic", period: "monthly", status: "active" },
  });
  await expect(user.startPayment("basic-monthly")).rejects.toMatchObject(
    refused("already_subscribed"),
  );
  await user.reserve({ tool: "karaoke-maker", seconds: 600, inputHash: null }, "run-0001");
  expect(stage.fake.account(ANN.email)!.purse).toEqual({ free: 0, plan: 190, bought: 1000 });
  stage.fake.advance(31 * 24 * 3600);
  await user.loadBalance();
  // The month is new; the hold of the old one was released into it and then renewed.
  expect(stage.fake.account(ANN.email)!.purse).toEqual({ free: 0, plan: 200, bought: 1000 });
  await user.cancelSubscription();
  expect(user.getState().subscription).toMatchObject({ cancel_at_period_end: true });
  await expect(user.cancelSubscription()).rejects.toMatchObject(refused("not_subscribed"));
  stage.fake.advance(31 * 24 * 3600);
  await user.restore();
  expect(user.getState()).toMatchObject({ credits: 1000, subscription: null });
});

it("API-17 a saved podcast can be read by anyone with its id", async () => {
  await using stage = await openStage();
  const { api } = await logIn(stage);
  const podcast = {
    title: "Two voices",
    language: "en",
    duration: 61.5,
    audio_url: "https://cdn.example/p.mp3",
    transcript: [{ start: 0, end: 1.5, speaker: "A", text: "Hello" }],
  };
  const { id } = await api(savePodcast, podcast);
  const reader = stage.browse();
  expect(await reader.api(getPodcast, { id })).toMatchObject({ ...podcast, id });
  await expect(reader.api(getPodcast, { id: "p99" })).rejects.toMatchObject(refused("not_found"));
  await expect(reader.api(savePodcast, podcast)).rejects.toMatchObject({ status: 401 });
});

it("API-17 a link is resolved to formats whose streams need no header", async () => {
  const body = Buffer.from("sound");
  const url = "https://media.example/talk";
  const formats = [{ id: "mp3", type: "audio/mpeg", body }];
  await using stage = await openStage({
    sources: { [url]: { title: "Talk", duration: 3, formats } },
  });
  const { api } = await logIn(stage);
  const found = await api(resolveDownload, { url });
  expect(found).toMatchObject({ title: "Talk", duration: 3, formats: [{ id: "mp3", size: 5 }] });
  const stream = stage.url + found.formats[0]!.stream;
  const response = await fetch(stream);
  expect([response.headers.get("Content-Type"), await response.text()]).toEqual([
    "audio/mpeg",
    "sound",
  ]);
  stage.fake.advance(3601);
  expect((await fetch(stream)).status).toBe(404);
});

it.each([
  ["http://127.0.0.1/", "source_blocked"],
  ["http://localhost:8080/x", "source_blocked"],
  ["http://[::1]/", "source_blocked"],
  ["http://169.254.169.254/latest", "source_blocked"],
  ["file:///etc/passwd", "source_unsupported"],
  ["not a link", "source_unsupported"],
  ["https://unknown.example/", "source_unsupported"],
])("API-17 %s is refused: %s", async (url, key) => {
  await using stage = await openStage();
  const { api } = await logIn(stage);
  await expect(api(resolveDownload, { url })).rejects.toMatchObject(refused(key));
});
