import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import type { UserContext } from "../http/request-context.ts";
import type { HostedModels } from "../ports/hosted-models.ts";
import { findSession } from "../sessions/sessions.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { useHostedModel } from "./use-model.ts";

/** Models for a fixed set of languages, whose responses the test controls. */
function heldModels() {
  const waiting: ((value: unknown) => void)[] = [];
  const models: HostedModels = {
    transcription: null,
    chat: {
      languages: ["en", "de"],
      complete: () => new Promise((resolve) => waiting.push(resolve)),
    },
    speech: { languages: ["en"], voices: ["alloy"], speak: () => Promise.reject(new Error("no")) },
  };
  return { models, waiting };
}

describeOnDatabases("limits of hosted models", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let waiting: ReturnType<typeof heldModels>["waiting"];
  beforeEach(async () => {
    const held = heldModels();
    ({ waiting } = held);
    server = await createTestServer(await fresh(), { hosted: held.models });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
  });
  afterEach(() => server.close());

  const hold = async (): Promise<string> =>
    (await server.call(reserve, { tool: "cleaner", seconds: 30 }, { token })).data.usage_id;
  const translate = (usage_id: string, { from = "en", to = "de", by = token } = {}) =>
    server.call(translateHosted, { usage_id, from, to, texts: ["Good morning."] }, { token: by });

  it("API-17 TLS-8 an account has three concurrent texts; a fourth has to wait, and another account does not", async () => {
    const usage = await hold();
    const pending = [translate(usage), translate(usage), translate(usage)];
    await expect.poll(() => waiting.length).toBe(3);
    const fourth = await translate(usage);
    expect(fourth).toMatchObject({ status: 429, key: "too_many_tries" });
    expect(fourth.headers.get("retry-after")).toBe("30");
    const { token: other } = await server.addUser();
    expect((await translate(usage, { by: other })).key).toBe("not_found");
    const answer = { translations: [{ id: 0, text: "Guten Morgen." }] };
    for (const say of waiting.splice(0)) say(answer);
    for (const { status } of await Promise.all(pending)) expect(status).toBe(200);
    const last = translate(usage);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]!(answer);
    expect((await last).data.texts).toEqual(["Guten Morgen."]);
  });

  it("API-17 TLS-8 a model that takes longer than it may is given up, and what it was to do does not count", async () => {
    const usage = await hold();
    const { deps } = server;
    const user = (await findSession(deps, token))!;
    const context = { deps, request: new Request("https://api.example"), user } as UserContext;
    const work = (time: number, ask: (signal: AbortSignal) => Promise<string>) =>
      useHostedModel(context, {
        usageId: usage,
        // All the work that the job pays for: if this call counted, the second would be rejected.
        seconds: 60,
        digest: () => "",
        time,
        requestModel: ask,
      });
    const never = (signal: AbortSignal) =>
      new Promise<string>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const deaf = () => new Promise<string>(() => {});
    for (const ask of [never, deaf])
      await expect(work(1, ask)).rejects.toMatchObject({ key: "unavailable", retryAfter: 10 });
    expect(await work(60_000, () => Promise.resolve("done"))).toBe("done");
    await expect(work(60_000, () => Promise.resolve("more"))).rejects.toMatchObject({
      key: "invalid_request",
    });
    const { data } = await server.call(refund, { usage_id: usage }, { token });
    expect(data.cost).toBe(1);
  });

  it("TLS-4 TLS-8 nothing is asked in a language that the operator does not name", async () => {
    const usage = await hold();
    expect((await translate(usage, { to: "fr" })).key).toBe("not_found");
    expect((await translate(usage, { from: "ja" })).key).toBe("not_found");
    const script = { usage_id: usage, title: "Bees", tone: "plain", minutes: 1 } as const;
    const request = { ...script, language: "ko", sentences: ["Bees dance."] };
    expect((await server.call(writeScriptHosted, request, { token })).key).toBe("not_found");
    const spoken = await server.app.request(`https://api.example${speakHosted.path}`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({
        usage_id: usage,
        voice: "alloy",
        language: "de",
        text: "Hallo",
        speed: 1,
      }),
    });
    expect(spoken.status).toBe(404);
    expect(waiting).toEqual([]);
  });
});
