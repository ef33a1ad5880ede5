import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "../../core/api/accounts/cancel-account.ts";
import { deletePodcast } from "../../core/api/podcasts/delete-podcast.ts";
import { getFeed } from "../../core/api/podcasts/get-feed.ts";
import { savePodcast } from "../../core/api/podcasts/save-podcast.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { parseFeed } from "../download/pages/parse-feed.ts";
import { addAudio } from "../testing/test-audio.ts";
import type { TestServer } from "../testing/test-server.ts";
import { createTestServer } from "../testing/test-server.ts";

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

  const share = async (title: string, by = { token, userId }) => {
    const podcast = {
      title,
      language: "de",
      duration: 61.5,
      audio_url: await addAudio(server, by.userId),
      transcript: [{ start: 0, end: 2, speaker: "A", text: "Wasser & <Sand>\u0001" }],
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
      /<enclosure url="https?:\/\/[^"]+\/audio\/podcasts\/[\w-]{24}" length="1000" type="audio\/mpeg"\/>/,
    );
    expect(xml).toContain("<category>synthetic-voice</category>");
    await server.call(deletePodcast, { id: first }, { token });
    expect((await read()).xml).not.toContain("Bienen");
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
