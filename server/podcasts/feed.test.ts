import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { getFeed } from "#core/api/podcasts/get-feed.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { parseFeed } from "../download/pages/parse-feed.ts";
import { addAudio } from "../testing/test-audio.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { checkFeed } from "../testing/check-feed.ts";
import { summarize } from "./summary.ts";

const password = "a walk by the river";

describeOnDatabases("feeds of podcasts", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let userId: string;
  beforeEach(async () => {
    server = await createTestServer(await fresh());
    ({ token, userId } = await server.addUser("feeds@example.com", password));
  });
  afterEach(() => server.close());

  const SPOKEN = [{ start: 0, end: 2, speaker: "A", text: "Wasser & <Sand>\u0001" }];
  const share = async (title: string, by = { token, userId }, transcript = SPOKEN) => {
    const podcast = {
      title,
      language: "de",
      duration: 61.5,
      audio_url: await addAudio(server, by.userId),
      transcript,
    };
    server.advance(1000);
    return (await server.call(savePodcast, podcast, { token: by.token })).data.id;
  };
  const read = async () => {
    const { data } = await server.call(getFeed, {}, { token });
    const answer = await server.app.request(data.url);
    return { url: data.url, answer, xml: await answer.text() };
  };

  it("API-17 a feed has the podcasts of its owner, the newest first, as other programs read them", async () => {
    const first = await share("Bienen & <Blumen>");
    await share("Sand");
    await share("Not mine", await server.addUser());
    const { url, answer, xml } = await read();
    expect((await read()).url).toBe(url);
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(
      parseFeed(xml, new URL(url))!.entries.map(({ title, duration }) => [title, duration]),
    ).toEqual([
      ["Sand", 62],
      ["Bienen & <Blumen>", 62],
    ]);
    expect(xml).toContain(`<guid isPermaLink="false">${first}</guid>`);
    expect(xml).toContain("Wasser &amp; &lt;Sand&gt;</description>");
    expect(xml).toMatch(
      /<enclosure url="https?:\/\/[^"]+\/audio\/podcasts\/[\w-]{24}\.mp3" length="1000" type="audio\/mpeg"\/>/,
    );
    expect(xml).toContain("<category>synthetic-voice</category>");
    await server.call(deletePodcast, { id: first }, { token });
    expect((await read()).xml).not.toContain("Bienen");
  });

  const repeatWord = (count: number, word: string): string =>
    Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");
  it.each([
    ["no episode", null],
    ["a short episode", SPOKEN],
    ["an episode without a word", []],
    [
      "a long episode",
      [
        { start: 0, end: 60, speaker: "B", text: repeatWord(400, "Schiff") },
        { start: 60, end: 61, speaker: "A", text: repeatWord(200, "Brücke") },
      ],
    ],
    ["one long line", [{ start: 0, end: 60, speaker: "B", text: repeatWord(330, "Donaudampf") }]],
  ])("API-17 a feed of %s follows the rules of directories of podcasts", async (_, transcript) => {
    if (transcript) await share("Fähren & <Brücken>", { token, userId }, transcript);
    const { xml, url } = await read();
    expect(checkFeed(xml)).toEqual([]);
    expect(xml).toContain(`<atom:link href="${url}" rel="self"`);
    expect(xml).toContain("<itunes:email>hello@fermata.example</itunes:email>");
    const [cover] = /<itunes:image href="https:\/\/fermata\.example\/([^"]+)"/.exec(xml)!.slice(1);
    const png = readFileSync(new URL(`../../runtime/public/${cover}`, import.meta.url));
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      "PNG",
      1500,
      1500,
    ]);
    // Color type without an alpha channel.
    expect(png[25]).toBe(2);
  });

  it("API-17 an episode is described by its whole transcript, or by as many whole words as fit", async () => {
    const spoken = ["One & two.", "", repeatWord(300, "many"), "The end."];
    const lines = (texts: readonly string[]) =>
      texts.map((text, at) => ({ start: at, end: at + 1, speaker: "A", text }));
    expect(summarize(lines(spoken))).toBe(spoken.filter(Boolean).join("\n"));
    const cut = summarize(lines([repeatWord(800, "wort")]));
    expect(repeatWord(800, "wort").startsWith(`${cut.slice(0, -2)} `)).toBe(true);
    expect(cut.endsWith(" …")).toBe(true);
    const id = await share("Old", { token, userId }, lines([repeatWord(200, "alt")]));
    // As stored by an earlier version.
    await server.deps.db.write((tx) =>
      tx
        .updateTable("podcasts")
        .set({ summary: repeatWord(200, "alt").slice(0, 600) })
        .where("id", "=", id)
        .execute(),
    );
    expect((await read()).xml).toContain(`<description>${repeatWord(200, "alt")}</description>`);
  });

  it("API-17 the transcript of an episode is WebVTT at the address that its feed names", async () => {
    await share("Two voices", { token, userId }, [
      { start: 2, end: 2, speaker: "B", text: "Later\n\n--> <b>" },
      { start: 0, end: 2, speaker: "A", text: "First" },
    ]);
    const { xml } = await read();
    const [, address] = /<podcast:transcript url="([^"]+)" type="text\/vtt"/.exec(xml)!;
    const answer = await server.app.request(address!);
    expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await answer.text()).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n<v A>First\n\n00:00:02.000 --> 00:00:02.001\n<v B>Later → &lt;b&gt;\n",
    );
    for (const other of [".mp4", ".wav", ".vtt.mp3", ".", ".mp3/"])
      expect((await server.app.request(address!.replace(".vtt", other))).status).toBe(404);
  });

  it("API-17 a feed is found by its address alone, and goes with the account", async () => {
    expect((await server.call(getFeed, {})).status).toBe(401);
    const { url, answer } = await read();
    expect(answer.status).toBe(200);
    const other = new URL("/audio/podcast-feeds/AAAAAAAAAAAAAAAAAAAAAAAA", url);
    expect((await server.app.request(other.href)).status).toBe(404);
    await server.call(cancelAccount, { password }, { token });
    expect((await server.app.request(url)).status).toBe(404);
  });
});
