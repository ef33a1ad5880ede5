import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { AnyCall, RequestOf } from "#core/api/contract/call.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { type FakeOpenAi, openFakeOpenAi } from "#tests/fake-openai/fake-openai.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { describeError } from "../deps/log.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { createOpenAiModels } from "./openai-models.ts";
import { plainWav } from "./plain-wav.ts";

let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await openFakeOpenAi([[]]);
});
afterAll(() => fake.close());

const MODELS = {
  transcription: null,
  chat: { model: "gpt", languages: [] },
  speech: { model: "tts", languages: [], voices: [{ id: "alloy", name: "Alloy" }] },
};
const SENTENCES = ["Bees dance.", "The dance tells where food is.", "Others follow it."];

it("TLS-8 speech of one channel and 16 bits is taken as it is streamed, and nothing else", () => {
  const wav = new Uint8Array(48);
  const view = new DataView(wav.buffer);
  wav.set(new TextEncoder().encode("RIFF____WAVEfmt "));
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 24_000, true);
  view.setUint16(34, 16, true);
  wav.set(new TextEncoder().encode("data"), 36);
  view.setUint32(40, 0xffffffff, true);
  view.setInt16(44, -5, true);
  const plain = plainWav(wav)!;
  const header = new DataView(plain.buffer);
  expect([
    header.getUint32(24, true),
    header.getUint32(40, true),
    header.getInt16(44, true),
  ]).toEqual([24_000, 4, -5]);
  view.setUint16(22, 2, true);
  expect(plainWav(wav)).toBeNull();
  expect(plainWav(wav.subarray(0, 44))).toBeNull();
  expect(plainWav(new Uint8Array(100))).toBeNull();
});

it("TLS-8 USR-5 what a model answers is not logged when it cannot be read", async () => {
  const secret = "My secret";
  const answers = [secret, JSON.stringify({ choices: [{ message: { content: secret } }] })];
  for (const answer of answers) {
    const { chat } = createOpenAiModels({ url: "https://models.example", key: null }, MODELS, () =>
      Promise.resolve(new Response(answer)),
    );
    const question = { name: "translation", system: "", user: "", schema: {} };
    const { signal } = new AbortController();
    const error: unknown = await chat!.complete(question, { signal }).catch((failed) => failed);
    expect(error).toBeInstanceOf(HostedError);
    expect(JSON.stringify(describeError(error))).not.toContain(secret);
  }
});

describeOnDatabases("hosted models for texts", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  beforeEach(async () => {
    const endpoint = { url: fake.url, key: fake.key };
    const hosted = createOpenAiModels(endpoint, MODELS, globalThis.fetch);
    server = await createTestServer(await fresh(), { hosted });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    fake.questions.length = 0;
    fake.spoken.length = 0;
  });
  afterEach(() => server.close());

  const call = <C extends AnyCall>(which: C, request: RequestOf<C>, by = token) =>
    server.call(which, request, { token: by });
  const hold = async (seconds: number): Promise<string> =>
    (await call(reserve, { tool: "cleaner", seconds })).data.usage_id;
  const left = async (): Promise<number> => {
    const { data } = await call(getBalance, {});
    return data.free_credits + data.buy_credits;
  };
  const translate = (usage_id: string, texts: string[], by = token) =>
    call(translateHosted, { usage_id, from: "en", to: "pt-br", texts }, by);
  const script = (usage_id: string, minutes: number) =>
    call(writeScriptHosted, {
      usage_id,
      title: "Bees",
      language: "en",
      tone: "chatty",
      minutes,
      sentences: SENTENCES,
    });
  let keys = 0;
  const speak = async (body: object) =>
    server.app.request(`https://api.example${speakHosted.path}`, {
      method: "POST",
      headers: {
        authorization: token,
        "content-type": "application/json",
        "idempotency-key": `spoken-${++keys}`,
      },
      body: JSON.stringify(body),
    });

  it("TLS-8 USR-10 texts are translated one for one, by the model that the operator names, for a job that pays", async () => {
    const usage = await hold(10);
    const { status, data } = await translate(usage, ["Good morning.", "How are you?"]);
    expect(status).toBe(200);
    expect(data.texts).toEqual(["«Good morning.»", "«How are you?»"]);
    const [{ model, name, system, user }] = fake.questions as [(typeof fake.questions)[0]];
    expect({ model, name }).toEqual({ model: "gpt", name: "translation" });
    expect(system).toContain("from English into Brazilian Portuguese");
    expect(JSON.parse(user)).toEqual([
      { id: 0, text: "Good morning." },
      { id: 1, text: "How are you?" },
    ]);
    // The started minute is charged, the others are refunded.
    expect((await call(refund, { usage_id: usage })).data.cost).toBe(1);
    expect(await translate(usage, ["Again."])).toMatchObject({ key: "usage_closed" });
    const paid = await hold(60);
    // A minute has 2,520 characters, and a request counts as at least half a second.
    expect((await translate(paid, ["x".repeat(2499)])).status).toBe(200);
    expect((await translate(paid, ["x".repeat(22)])).key).toBe("invalid_request");
    expect((await translate(paid, ["x"])).status).toBe(200);
    expect((await translate(paid, ["x"])).key).toBe("invalid_request");
  });

  it("TLS-4 TLS-8 refused, truncated and malformed responses of a model are reported, and cost nothing", async () => {
    const usage = await hold(10);
    const before = await left();
    const texts = ["x".repeat(140)];
    for (const message of [
      { refusal: "I cannot help with that." },
      { content: "{}", finish: "length" },
      { content: "", finish: "content_filter" },
      { content: "Here you are: hello" },
      { content: '{"translations":[]}' },
      { content: '{"translations":[{"id":1,"text":"a"}]}' },
      { content: '{"translations":[{"id":0,"text":"a"},{"id":0,"text":"b"}]}' },
      { content: '{"translations":[{"id":0,"text":"  "}]}' },
    ] as const) {
      fake.sayNext(message);
      expect(await translate(usage, texts)).toMatchObject({ status: 502, key: "hosted_unusable" });
    }
    fake.failNext(429, { "Retry-After": "9" });
    const busy = await translate(usage, texts);
    expect(busy).toMatchObject({ status: 409, key: "key_in_flight" });
    expect(busy.headers.get("retry-after")).toBe("9");
    expect((await call(refund, { usage_id: usage })).status).toBe(200);
    expect(await left()).toBeGreaterThan(before);
    expect(server.logs.filter(({ event }) => event === "hosted_model_failed")).toHaveLength(9);
  });

  it("TLS-4 TLS-8 nothing is asked without a job of one's own, or in sizes beyond the limits", async () => {
    const usage = await hold(30);
    expect((await translate(usage, ["a"], "nobody")).key).toBe("not_signed_in");
    const { token: other } = await server.addUser();
    expect((await translate(usage, ["a"], other)).key).toBe("not_found");
    expect((await translate("none", ["a"])).key).toBe("not_found");
    expect((await translate(usage, Array<string>(41).fill("a"))).key).toBe("invalid_request");
    expect((await translate(usage, Array<string>(3).fill("a".repeat(2900)))).key).toBe("too_large");
    expect((await translate(usage, ["a".repeat(3001)])).key).toBe("invalid_request");
    expect((await speak({ usage_id: usage })).status).toBe(400);
    expect(
      (await speak({ usage_id: usage, voice: "none", language: "en", text: "a", speed: 1 })).status,
    ).toBe(404);
    expect([...fake.questions, ...fake.spoken]).toEqual([]);
  });

  it("TLS-8 USR-10 a script is written of its sentences, each line with its own; a talk of one is none", async () => {
    const usage = await hold(180);
    const { data } = await script(usage, 1);
    expect(data.lines.map(({ host, source }) => [host, source])).toEqual([
      [0, 0],
      [1, 1],
      [0, 2],
      [1, null],
    ]);
    expect(data.lines[0]).toMatchObject({ text: "So, Bees dance.", chapter: "What it is about" });
    const line = { host: 0, text: "Hello.", source: 99, chapter: null };
    fake.sayNext({ content: JSON.stringify({ lines: [line, line] }) });
    expect((await script(usage, 1)).key).toBe("hosted_unusable");
    fake.sayNext({ content: JSON.stringify({ lines: [line, { ...line, host: 1 }] }) });
    expect((await script(usage, 1)).data.lines.map(({ source }) => source)).toEqual([null, null]);
    expect((await script(usage, 2)).key).toBe("invalid_request");
    expect((await call(refund, { usage_id: usage })).data.cost).toBe(2);
  });

  it("TLS-8 USR-10 a text is spoken by a voice that the operator names", async () => {
    const usage = await hold(10);
    const text = "Good morning to you.";
    const response = await speak({
      usage_id: usage,
      voice: "alloy",
      language: "en",
      text,
      speed: 2,
    });
    expect(response.headers.get("content-type")).toBe("audio/wav");
    const view = new DataView(await response.arrayBuffer());
    expect(view.getUint32(40, true)).toBe(view.byteLength - 44);
    expect(view.getUint32(24, true)).toBe(24_000);
    expect(fake.spoken).toEqual([
      { model: "tts", voice: "alloy", input: text, response_format: "wav", speed: 2 },
    ]);
    fake.failNext(500);
    const again = await speak({ usage_id: usage, voice: "alloy", language: "en", text, speed: 1 });
    expect(again.status).toBe(409);
  });

  it("TLS-8 USR-10 an input that was paid for has its hosted minutes once; further ones cost again", async () => {
    const hash = "a".repeat(64);
    const begin = (more: object = {}) =>
      call(reserve, { tool: "cleaner", seconds: 60, input_hash: hash, ...more });
    const text = ["x".repeat(1680)];
    const first = (await begin({ hosted_seconds: 40 })).data;
    expect(first.cost).toBe(1);
    expect((await translate(first.usage_id, text)).status).toBe(200);
    await call(settle, { usage_id: first.usage_id });
    // Local engines cost nothing for the same input, and a client that announces no hosted work
    // gets what is left.
    const second = (await begin()).data;
    expect(second.cost).toBe(0);
    expect((await translate(second.usage_id, text)).key).toBe("too_many_tries");
    expect((await translate(second.usage_id, ["x".repeat(420)])).status).toBe(200);
    await call(refund, { usage_id: second.usage_id });
    // Ten seconds are left, so forty require another minute.
    const third = (await begin({ hosted_seconds: 40 })).data;
    expect(third.cost).toBe(1);
    expect((await translate(third.usage_id, text)).status).toBe(200);
    await call(settle, { usage_id: third.usage_id });
    expect((await begin({ hosted_seconds: 30 })).data.cost).toBe(0);
  });

  it("TLS-8 there is none where the operator names none", async () => {
    const bare = await createTestServer(await fresh());
    const { token: own } = await bare.addUser();
    const request = { usage_id: "x", from: "en", to: "de", texts: ["a"] };
    expect((await bare.call(translateHosted, request, { token: own })).key).toBe("not_found");
    await bare.close();
  });
});
