import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { attachmentOf } from "../http/attachment.ts";
import { parseRange } from "../http/byte-range.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { sweep } from "../sweep.ts";
import { addAudio } from "../testing/test-audio.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { checkStorageTotal } from "./storage-total.ts";

const MP3 = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(997, 7)]);
const DAY = 86_400_000;

describeOnDatabases("podcasts", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let userId: string;
  let objects: Map<string, Uint8Array>;
  beforeEach(async () => {
    objects = new Map();
    server = await createTestServer(await fresh(), { objects: createMemoryStore(objects) });
    ({ token, userId } = await server.addUser());
  });
  afterEach(() => server.close());

  const upload = async (body: Buffer, type = "audio/mpeg", by = token) => {
    const response = await server.app.request(`https://api.example${uploadPodcastAudio.path}`, {
      method: "POST",
      headers: {
        authorization: by,
        "content-type": type,
        "content-length": String(body.length),
      },
      body: Uint8Array.from(body),
    });
    const { data, key } = (await response.json()) as {
      data: { audio_url: string } | null;
      key?: string;
    };
    return { status: response.status, url: data?.audio_url ?? "", key };
  };
  /** An upload that arrives in chunks. */
  const uploadOf = (body: ReadableStream<Uint8Array>): Request =>
    new Request(`https://api.example${uploadPodcastAudio.path}`, {
      method: "POST",
      headers: { authorization: token, "content-type": "audio/mpeg" },
      body,
      duplex: "half",
    } as RequestInit);
  const podcastOf = (audio_url: string) => ({
    title: "Über Bienen",
    language: "de",
    duration: 61.5,
    audio_url,
    transcript: [{ start: 0, end: 2.5, speaker: "A", text: "Hallo.", chapter: "Honig" }],
  });
  const share = async () => {
    const { url } = await upload(MP3);
    const { data } = await server.call(savePodcast, podcastOf(url), { token });
    return { url, id: data.id };
  };

  it("API-17 audio is limited per account and in total; deleting makes room", async () => {
    const { id } = await share();
    const fill = async (bytes: number) => {
      await server.deps.db.write((tx) =>
        tx.updateTable("podcast_audio").set({ size: bytes }).execute(),
      );
      await checkStorageTotal(server.deps, "podcast_audio");
    };
    await fill(1024 ** 3 - MP3.length + 1);
    expect(await upload(MP3)).toMatchObject({ status: 413, key: "quota_used" });
    await fill(1024 ** 3 - MP3.length);
    expect((await upload(MP3)).status).toBe(200);
    await server.call(deletePodcast, { id }, { token });
    Object.assign(server.deps.settings, { uploadBytes: 2.5 * MP3.length });
    expect((await upload(MP3)).status).toBe(200);
    const full = await upload(MP3);
    expect(full).toMatchObject({ status: 507, key: "storage_full" });
  });

  it("API-17 a shared podcast can be read and played by anyone with its id", async () => {
    const { id, url } = await share();
    const { data } = await server.call(getPodcast, { id });
    expect(data).toEqual({
      ...podcastOf(url),
      id,
      own: false,
      created_at: Math.floor(server.deps.clock() / 1000),
    });
    const answer = await server.app.request(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(MP3);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": "1000",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(headers["content-disposition"]).toContain("filename*=UTF-8''%C3%9Cber%20Bienen.mp3");
  });

  it("API-17 a podcast is deleted by its owner alone, and its audio with it", async () => {
    const { id, url } = await share();
    const other = await server.addUser();
    expect((await server.call(deletePodcast, { id }, other)).key).toBe("not_found");
    expect((await server.app.request(url)).status).toBe(200);
    expect((await server.call(deletePodcast, { id }, { token })).status).toBe(200);
    expect((await server.call(getPodcast, { id })).key).toBe("not_found");
    expect((await server.app.request(url)).status).toBe(404);
    expect((await server.call(deletePodcast, { id }, { token })).key).toBe("not_found");
    await sweep(server.deps);
    expect(objects.size).toBe(0);
  });

  it("API-17 gives parts of the audio, also by the address that feeds name", async () => {
    const { url } = await share();
    const head = await server.app.request(`${url}.mp3`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "1000"]);
    const named = await server.app.request(`${url}.mp3`, { headers: { range: "bytes=0-2" } });
    expect([named.status, await named.text()]).toEqual([206, "ID3"]);
    expect((await server.app.request(`${url}.m4a`)).status).toBe(404);
    const part = await server.app.request(url, { headers: { range: "bytes=0-2" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 0-2/1000");
    expect(await part.text()).toBe("ID3");
    const beyond = await server.app.request(url, { headers: { range: "bytes=1000-" } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe("bytes */1000");
  });

  it("API-17 audio can be played once it is shared; only its owner can share it, once", async () => {
    const { url } = await upload(MP3);
    expect((await server.app.request(url)).status).toBe(404);
    const other = await server.addUser();
    expect(await server.call(savePodcast, podcastOf(url), other)).toMatchObject({ status: 404 });
    expect(await server.call(savePodcast, podcastOf(url), { token })).toMatchObject({
      status: 200,
    });
    expect(await server.call(savePodcast, podcastOf(url), { token })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    ["text/html", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["audio/mpeg", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["audio/wav", MP3],
    ["audio/mpeg", Buffer.from("ID3")],
    ["", MP3],
  ])("takes no %s that is something else", async (type, body) => {
    expect(await upload(body, type)).toMatchObject({ status: 415, key: "invalid_request" });
    expect(objects.size).toBe(0);
  });

  it("takes no strangers, nothing too large, and not any number of files", async () => {
    expect(await upload(MP3, "audio/mpeg", "nobody")).toMatchObject({ status: 401 });
    const large = Buffer.concat([MP3, Buffer.alloc(32 * 1024 * 1024)]);
    expect(await upload(large)).toMatchObject({ status: 413, key: "too_large" });
    for (let count = 0; count < 20; count++) expect((await upload(MP3)).status).toBe(200);
    expect(await upload(MP3)).toMatchObject({ status: 429, key: "too_many_tries" });
  });

  it("API-17 counts running uploads: of many concurrent ones, no more are stored than the daily limit", async () => {
    // Two processes on one database, without the limit on concurrent uploads.
    const slots = { take: async () => async () => {} };
    const settings = server.deps.settings.database;
    const options = { objects: createMemoryStore(objects), slots };
    const both = await Promise.all([1, 2].map(() => createTestServer(settings, options)));
    const send = async ({ app }: TestServer): Promise<Response> =>
      await app.fetch(uploadOf(new Blob([MP3]).stream()));
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(both[n % 2]!)));
    const counts = [200, 429].map(
      (status) => answers.filter((one) => one.status === status).length,
    );
    expect(counts).toEqual([20, 20]);
    expect(objects.size).toBe(20);
    await Promise.all(both.map((one) => one.close()));
  });

  it("API-17 shares no more podcasts than a day has, however many at once", async () => {
    const urls = await Promise.all(Array.from({ length: 60 }, () => addAudio(server, userId)));
    const save = (url: string) => server.call(savePodcast, podcastOf(url), { token });
    // One after the other: sixty at once wait for the same account longer than a busy database allows.
    for (const url of urls.slice(0, 45)) expect((await save(url)).status).toBe(200);
    const answers = await Promise.all(urls.slice(45).map(save));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ key }) => key === "too_many_tries")).toHaveLength(10);
  });

  it("API-17 takes three files of a user at a time, as they come, and holds none of them", async () => {
    const CHUNK_BYTES = 64 * 1024;
    let made = 0;
    let storedBytes = 0;
    const waiting: (() => void)[] = [];
    let isOpen = false;
    const slow: ObjectStore = {
      ...createMemoryStore(),
      put: async (_key, chunks) => {
        for await (const chunk of chunks) {
          storedBytes += chunk.length;
          if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
        }
      },
    };
    const settings = server.deps.settings.database;
    const own = await createTestServer(settings, { objects: slow });
    const send = async (): Promise<number> => {
      let left = 100;
      const body = new ReadableStream<Uint8Array>({
        pull: (sink) => {
          made += CHUNK_BYTES;
          if (left-- === 0) sink.close();
          else sink.enqueue(Buffer.concat([Buffer.from("ID3"), Buffer.alloc(CHUNK_BYTES - 3, 7)]));
        },
      });
      return (await own.app.fetch(uploadOf(body))).status;
    };
    const sent = Array.from({ length: 10 }, send);
    await expect.poll(() => waiting.length).toBe(3);
    // The source has produced only what was stored, and a few chunks in transit.
    expect(made - storedBytes).toBeLessThan(10 * 3 * CHUNK_BYTES);
    expect(storedBytes).toBe(3 * CHUNK_BYTES);
    isOpen = true;
    for (const go of waiting) go();
    const statuses = await Promise.all(sent);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      200,
      200,
      ...Array<number>(7).fill(429),
    ]);
    expect(storedBytes).toBe(3 * 100 * CHUNK_BYTES);
    expect(await send()).toBe(200);
    await own.close();
  });

  it.each([
    ["is cut off", (sink: ReadableStreamDefaultController) => sink.error(new Error("gone")), 400],
    ["is no audio", (sink: ReadableStreamDefaultController) => sink.enqueue(Buffer.alloc(99)), 415],
    [
      "is too large",
      (sink: ReadableStreamDefaultController) =>
        sink.enqueue(Buffer.alloc(33 * 1024 * 1024, "ID3")),
      413,
    ],
  ])("API-17 what %s leaves nothing and counts for nothing", async (_what, feed, status) => {
    for (let n = 0; n < (status === 413 ? 3 : 25); n++) {
      const body = new ReadableStream<Uint8Array>({
        start: (sink) => (status === 415 ? undefined : sink.enqueue(MP3)),
        pull: (sink) => {
          feed(sink);
          if (status !== 400) sink.close();
        },
      });
      expect((await server.app.fetch(uploadOf(body))).status).toBe(status);
    }
    expect(objects.size).toBe(0);
    const rows = await server.deps.db.read((queries) =>
      queries.selectFrom("podcast_audio").selectAll().execute(),
    );
    expect(rows).toEqual([]);
    expect((await upload(MP3)).status).toBe(200);
  });

  it("refuses podcasts that are not as agreed", async () => {
    const { url } = await upload(MP3);
    const good = podcastOf(url);
    const [line] = good.transcript;
    for (const change of [
      { title: " " },
      { title: "x".repeat(301) },
      { language: "de<script>" },
      { duration: -1 },
      { audio_url: "javascript:alert(1)" },
      // Pages play audio only from their own origin.
      { audio_url: "https://cdn.example/a.mp3" },
      { audio_url: url.replace("https://", "https://user:secret@") },
      { audio_url: url.replace("https:", "http:") },
      { audio_url: "/audio/podcasts/../receipts/x" },
      { transcript: [{ ...line!, start: 3, end: 2 }] },
    ])
      expect(await server.call(savePodcast, { ...good, ...change }, { token })).toMatchObject({
        status: 400,
      });
    expect(await server.call(getPodcast, { id: "none" })).toMatchObject({ status: 404 });
  });

  it("deletes audio that is not shared within a day; shared audio stays", async () => {
    const { url } = await share();
    await upload(MP3);
    expect(objects.size).toBe(2);
    server.advance(DAY);
    await sweep(server.deps);
    await sweep(server.deps);
    expect(objects.size).toBe(1);
    expect((await server.app.request(url)).status).toBe(200);
  });

  it("USR-5 podcasts and their audio go with the account", async () => {
    const { url, id } = await share();
    await server.call(cancelAccount, { password: "a password of mine" }, { token });
    await sweep(server.deps);
    expect(objects.size).toBe(0);
    expect((await server.app.request(url)).status).toBe(404);
    expect(await server.call(getPodcast, { id })).toMatchObject({ status: 404 });
  });
});

describe("parts of files", () => {
  it.each([
    [null, null],
    ["bytes=0-", { start: 0, end: 9 }],
    ["bytes=3-5", { start: 3, end: 5 }],
    ["bytes=3-99", { start: 3, end: 9 }],
    ["bytes=-4", { start: 6, end: 9 }],
    ["bytes=-99", { start: 0, end: 9 }],
    ["bytes=-0", "none"],
    ["bytes=10-", "none"],
    ["bytes=5-3", null],
    ["bytes=0-1,4-5", null],
    ["bytes=-", null],
    ["lines=0-1", null],
    ["bytes=99999999999999999999-", null],
  ])("%s of ten bytes", (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});

it.each([
  ["a/b", "attachment; filename=\"ab.mp3\"; filename*=UTF-8''ab.mp3"],
  ['x"; evil="1', "attachment; filename=\"x evil=1.mp3\"; filename*=UTF-8''x%20evil%3D1.mp3"],
  ["\r\nSet-Cookie: a=b", /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.!~-]+$/],
  ["../../etc", "attachment; filename=\"etc.mp3\"; filename*=UTF-8''etc.mp3"],
  [
    "日本語",
    "attachment; filename=\"audio.mp3\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E.mp3",
  ],
  ["\ud800", "attachment; filename=\"audio.mp3\"; filename*=UTF-8''audio.mp3"],
])("an attachment called %j has a harmless name", (title, expected) => {
  const name = attachmentOf(title, "mp3");
  if (typeof expected === "string") expect(name).toBe(expected);
  else expect(name).toMatch(expected);
});
