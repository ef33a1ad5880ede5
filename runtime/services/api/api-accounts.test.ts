import { expect, it } from "vitest";
import { getUser } from "#core/api/accounts/get-user.ts";
import { register } from "#core/api/accounts/register.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { openStage } from "#tests/fake-api/harness.ts";

const ANN = { email: "ann@example.org", password: "correct horse" };
const refused = (key: string, params: object = {}) => ({ name: "ApiError", key, params });
const other = (code: string): string => (code === "000000" ? "000001" : "000000");

it("API-1 API-2 USR-4 an account is made with the code that was sent", async () => {
  await using stage = await openStage();
  const { user } = stage.browse();
  expect(await user.register(ANN)).toEqual({ registerState: "code_sent", resend_after: 60 });
  expect(stage.fake.account(ANN.email)).toBeUndefined();
  const code = stage.fake.codeOf("register", ANN.email)!;
  expect(code).toMatch(/^\d{6}$/);
  await user.verify({ email: ANN.email, code });
  expect(user.getState()).toMatchObject({ status: "in", userName: ANN.email });
  await expect(user.verify({ email: ANN.email, code })).rejects.toMatchObject(
    refused("code_expired"),
  );
});

it("USR-4 a code has five attempts, ten minutes, and a successor after 60 s", async () => {
  await using stage = await openStage();
  const { user } = stage.browse();
  await user.register(ANN);
  const wrong = () =>
    user.verify({ email: ANN.email, code: other(stage.fake.codeOf("register", ANN.email)!) });
  for (const count of [4, 3, 2, 1])
    await expect(wrong()).rejects.toMatchObject(refused("code_wrong", { count }));
  await expect(wrong()).rejects.toMatchObject(refused("code_used_up"));
  const code = stage.fake.codeOf("register", ANN.email)!;
  await expect(user.verify({ email: ANN.email, code })).rejects.toMatchObject(
    refused("code_used_up"),
  );

  stage.fake.advance(20);
  await expect(user.register(ANN)).rejects.toMatchObject({
    ...refused("too_many_tries"),
    status: 429,
    retryAfter: 40,
  });
  stage.fake.advance(40);
  await user.register(ANN);
  const second = stage.fake.codeOf("register", ANN.email)!;
  stage.fake.advance(601);
  await expect(user.verify({ email: ANN.email, code: second })).rejects.toMatchObject(
    refused("code_expired"),
  );
});

it("USR-4 responses do not reveal whether an address has an account", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user } = stage.browse();
  const strange = { ...ANN, email: "nobody@example.org" };
  expect(await user.register(ANN)).toEqual(await user.register(strange));
  expect(await user.requestReset(ANN)).toEqual(await user.requestReset(strange));
  expect(stage.fake.codeOf("register", ANN.email)).toBeNull();
  expect(stage.fake.codeOf("reset", strange.email)).toBeNull();
  for (const { email } of [ANN, strange]) {
    const code = other(
      stage.fake.codeOf("register", email) ?? stage.fake.codeOf("reset", email) ?? "",
    );
    await expect(user.verify({ email, code })).rejects.toMatchObject(
      refused("code_wrong", { count: 4 }),
    );
    const reset = user.verifyReset({ email, code, password: "another password" });
    await expect(reset).rejects.toMatchObject(refused("code_wrong", { count: 4 }));
    await expect(user.login({ email, password: "wrong" })).rejects.toMatchObject(
      refused("invalid_credentials"),
    );
  }
});

it.each([
  ["a@b", "longenough", "email_invalid"],
  ["a@b.c", "short", "password_short"],
  ["a@b.c", "x".repeat(129), "password_long"],
  ["a@b.c", "Password1", "password_common"],
])("USR-4 registering %s with %s is refused: %s", async (email, password, key) => {
  await using stage = await openStage();
  const { user } = stage.browse();
  await expect(user.register({ email, password })).rejects.toMatchObject(refused(key));
});

it("USR-4 a code by text is refused where no text can be sent", async () => {
  await using stage = await openStage();
  const { api } = stage.browse();
  await expect(api(register, { ...ANN, channel: "text" })).rejects.toMatchObject(
    refused("channel_unavailable"),
  );
});

it("API-3 USR-2 login brings address, count, settings and credits", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password, { free: 2, plan: 10, bought: 5 });
  const { user, items } = stage.browse();
  await user.login({ email: " Ann@Example.ORG ", password: ANN.password });
  await expect.poll(() => user.getState().credits).toBe(17);
  await expect.poll(() => user.getState().userConfig).toEqual({ is_send_email: 0 });
  expect(items.get("user_id")).toBe("u1");
});

it("USR-4 five wrong passwords in a minute are enough; the right one has to wait too", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user } = stage.browse();
  for (let i = 0; i < 5; i += 1)
    await expect(user.login({ ...ANN, password: "wrong" })).rejects.toMatchObject(
      refused("invalid_credentials"),
    );
  await expect(user.login(ANN)).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  stage.fake.advance(60);
  await user.login(ANN);
  expect(user.getState().status).toBe("in");
});

it("API-4 API-5 another password ends all other tokens", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const [here, elsewhere] = [stage.browse(), stage.browse()];
  await elsewhere.user.login(ANN);
  await here.user.requestReset(ANN);
  const code = stage.fake.codeOf("reset", ANN.email)!;
  await here.user.verifyReset({ email: ANN.email, code, password: "another password" });
  expect(here.user.getState().status).toBe("in");
  await expect(elsewhere.api(getUser)).rejects.toMatchObject({ status: 401 });
  expect(elsewhere.user.getState()).toMatchObject({ status: "out", token: null });
  expect(elsewhere.warnings).toEqual([{ key: "errors:http.401" }]);
  await expect(elsewhere.user.login(ANN)).rejects.toMatchObject(refused("invalid_credentials"));
});

it("API-6 a stored token is looked up at the next start; one that has ended is forgotten", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password, { bought: 3 });
  const first = stage.browse();
  await first.user.login(ANN);
  const second = stage.browse(first.items);
  await second.user.restore();
  expect(second.user.getState()).toMatchObject({ status: "in", userName: ANN.email, credits: 3 });
  stage.fake.signOut(ANN.email);
  const third = stage.browse(first.items);
  await third.user.restore();
  expect([third.user.getState().status, third.items.size]).toEqual(["out", 0]);
});

it("API-7 ERR-3 notices by e-mail are turned off and on", async () => {
  await using stage = await openStage();
  const account = stage.fake.addAccount(ANN.email, ANN.password);
  const { user, toasts } = stage.browse();
  await user.login(ANN);
  await user.updateConfig(false);
  expect([account.sendsEmail, user.getState().userConfig]).toEqual([0, { is_send_email: 0 }]);
  await user.updateConfig(true);
  stage.fake.fail({ path: updateConfig.path, key: "internal" });
  await expect(user.updateConfig(false)).rejects.toMatchObject({ status: 500 });
  expect(toasts).toEqual([
    "errors:setting.closeSuccess",
    "errors:setting.openSuccess",
    "errors:setting.closeFailed",
  ]);
  expect(user.getState().userConfig).toEqual({ is_send_email: 1 });
});

it("API-8 USR-5 an account goes with its password only, and everywhere", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user } = stage.browse();
  const elsewhere = stage.browse();
  await user.login(ANN);
  await elsewhere.user.login(ANN);
  await expect(user.deleteAccount({ password: "wrong" })).rejects.toMatchObject(
    refused("password_wrong"),
  );
  expect(user.getState().status).toBe("in");
  await user.deleteAccount({ password: ANN.password });
  expect(user.getState()).toMatchObject({ status: "out", userName: "", token: null });
  expect(stage.fake.account(ANN.email)).toBeUndefined();
  await elsewhere.user.restore();
  expect(elsewhere.user.getState().status).toBe("out");
});

it("USR-2 a tab follows the login and the logout of another", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const items = new Map<string, string>();
  const [one, two] = [stage.browse(items), stage.browse(items)];
  await two.user.restore();
  await one.user.login(ANN);
  two.user.follow("toolkit_token");
  await expect.poll(() => two.user.getState().status).toBe("in");
  one.user.logout();
  two.user.follow(null);
  expect(two.user.getState()).toMatchObject({ status: "out", userName: "" });
});
