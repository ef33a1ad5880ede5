import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { exportData } from "#core/api/accounts/export-data.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { openStage } from "#tests/fake-api/harness.ts";

const CONTRACT = path.join(import.meta.dirname, "../../../core/api");
const ANN = { email: "ann@example.org", password: "correct horse" };

/** All calls of the contract. */
async function loadCalls(): Promise<{ method: string; path: string; request?: unknown }[]> {
  const files = fs
    .readdirSync(CONTRACT, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?!.*\.test\.).*\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((file) => import(path.join(CONTRACT, file)) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is { method: string; path: string } =>
        typeof value === "object" && value !== null && "method" in value && "path" in value,
    );
}

it("API-17 the fake server knows every call of the contract", async () => {
  await using stage = await openStage({ languages: [] });
  const calls = await loadCalls();
  expect(calls.length).toBeGreaterThan(30);
  const strange: string[] = [];
  for (const { method, path: at, request } of calls) {
    const address = stage.url + at.replace(/\{\w+\}/g, "x");
    const response = await fetch(address, { method, ...(method === "POST" && { body: "{}" }) });
    const text = await response.text();
    // Paths without an API route belong to the site: a page, or a path that rejects POST.
    const isKnown = request
      ? (JSON.parse(text) as { key?: string }).key !== "not_found"
      : response.status !== 405 && !/text\/html/.test(response.headers.get("content-type") ?? "");
    if (!isKnown) strange.push(`${method} ${at}`);
  }
  expect(strange).toEqual([]);
});

it("API-17 uploaded audio can be shared, and the stored data is returned", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password, { bought: 7 });
  const { api, user } = stage.browse();
  await user.login(ANN);
  const upload = async (type: string, token: string): Promise<Response> =>
    fetch(stage.url + uploadPodcastAudio.path, {
      method: "POST",
      headers: { "Content-Type": type, Authorization: token },
      body: new Uint8Array([0xff, 0xfb, 0x90, 0x00]),
    });
  const token = user.getState().token!;
  expect((await upload("audio/mpeg", "nobody")).status).toBe(401);
  expect((await upload("text/html", token)).status).toBe(400);
  const { data } = (await (await upload("audio/mpeg", token)).json()) as {
    data: { audio_url: string };
  };
  const sound = await fetch(data.audio_url);
  expect(sound.headers.get("content-type")).toBe("audio/mpeg");
  expect([...new Uint8Array(await sound.arrayBuffer())]).toEqual([0xff, 0xfb, 0x90, 0x00]);
  const podcast = { title: "Two voices", language: "en", duration: 1, transcript: [], ...data };
  const { id } = await api(savePodcast, podcast);
  expect(await api(exportData)).toMatchObject({
    account: { user_email: ANN.email },
    balance: { buy_credits: 7 },
    podcasts: [{ id, ...podcast }],
  });
});

it("USR-3 API-17 logging out ends the token at the server", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user } = stage.browse();
  await user.login(ANN);
  const token = user.getState().token!;
  const ask = () => fetch(stage.url + getUser.path, { headers: { Authorization: token } });
  expect((await ask()).status).toBe(200);
  user.logout();
  await expect.poll(async () => (await ask()).status).toBe(401);
});
