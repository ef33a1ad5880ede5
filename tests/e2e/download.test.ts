import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FixtureServer, sendFile, startFixtures } from "../links/fixture-server.ts";
import { type Probed, probe, SECONDS } from "../links/made-media.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { readZip } from "./read-zip.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { inLongRun, isLong } from "../left-out.ts";

let fixtures: FixtureServer;
beforeAll(async () => {
  fixtures = await startFixtures();
});
afterAll(() => fixtures.close());
useBrowser();
const site = useRealSite({ network: () => fixtures.network, daily: 60 });

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const rows = (page: Page) => panel(page).locator("[data-download]");

async function look(page: Page, ...paths: readonly string[]): Promise<void> {
  await panel(page).getByLabel("Links").fill(paths.map(fixtures.at).join("\n"));
  await panel(page).getByRole("button", { name: "Look up" }).click();
}
async function save(page: Page): Promise<{ readonly name: string; readonly probed: Probed }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    rows(page).first().getByRole("button", { name: "Download" }).click(),
  ]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-saved-"));
  const at = path.join(folder, "saved");
  await file.saveAs(at);
  const probed = probe(at);
  fs.rmSync(folder, { recursive: true });
  return { name: file.suggestedFilename(), probed };
}
/** Bytes of what is being fetched that are kept on the device. */
const storedBytes = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("toolkit-downloads");
        opening.addEventListener("error", () => reject(new Error("It cannot be opened")));
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("fetched").objectStore("fetched").getAll();
          all.addEventListener("success", () => {
            opening.result.close();
            resolve(all.result.reduce((sum: number, { bytes }) => sum + Number(bytes), 0));
          });
        });
      }),
  );
/** Bytes of each file that was put together on the device. */
const storedZips = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("toolkit-zips");
    const sizes: number[] = [];
    const all = folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>;
    for await (const [, handle] of all) sizes.push((await handle.getFile()).size);
    return sizes;
  });
/** A stream that was read to its end is sometimes reported as aborted. */
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter(
    (text) => !text.startsWith("blob:") && !/download\/stream.*ERR_ABORTED$/.test(text),
  );

describe("downloads", () => {
  it("TLS-1 USR-7 API-17 a link is looked up, fetched, converted on the device and saved", async () => {
    await withNewcomer(site(), "/youtube-to-m4a", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await look(page, "/song.mp3");
      await panel(page).getByRole("heading", { name: "song", exact: true }).waitFor();
      await shoot(page, "download-found");
      expect(await creditsLeft()).toBe(before);
      await panel(page).getByRole("button", { name: "Download", exact: true }).click();
      await rows(page).and(page.locator("[data-state=done]")).waitFor();
      const { name, probed } = await save(page);
      expect(name).toBe("song.m4a");
      expect(probed.streams[0]).toMatchObject({ codec_name: "aac" });
      expect(Number(probed.format.duration)).toBeCloseTo(SECONDS, 0);
      expect(probed.format.tags).toMatchObject({ title: "song", artist: "Nobody" });
      await expect.poll(creditsLeft).toBe(before - 1);
      await shoot(page, "download-done", { isResult: true });
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  // Each way that a sound is served, and a conversion; what is only another ending is for the long run.
  const formats: readonly [string, string, string, readonly string[]][] = [
    ["/youtube-to-m4a", "/aes/list.m3u8", "list.m4a", ["aac"]],
    ["/youtube-to-mp4-converter", "/fmp4/list.m3u8", "list.mp4", ["h264", "aac"]],
    ["/youtube-video-download", "/dash/manifest.mpd", "manifest.mp4", ["h264", "aac"]],
    ["/audio-downloader", "/ts/list.m3u8", "list.m4a", ["aac"]],
    ["/youtube-to-ogg", "/film.mp4", "film.ogg", ["vorbis"]],
  ];
  const others: typeof formats = [
    ["/youtube-to-wav", "/song.m4a", "song.wav", ["pcm_s16le"]],
    ["/youtube-shorts-download", "/film.mp4", "film.mp4", ["h264", "aac"]],
  ];
  it.each([...formats, ...others])(
    "TLS-2 %s makes of %s the file %s",
    inLongRun,
    async (tool, pathname, target, codecs) => {
      await withNewcomer(site(), tool, {}, async (page) => {
        await look(page, pathname);
        await panel(page).getByRole("button", { name: "Download", exact: true }).click();
        await rows(page).and(page.locator("[data-state=done]")).waitFor();
        const { name, probed } = await save(page);
        expect(name).toBe(target);
        expect(probed.streams.map((one) => one.codec_name)).toEqual(codecs);
        expect(Number(probed.format.duration)).toBeCloseTo(SECONDS, 0);
      });
    },
  );

  // The whole list of fifty links, three of them missing, is for the long run.
  it.each([14, ...(isLong ? [50] : [])])(
    "USR-7 USR-10 TLS-4 of a list of %d what is wanted is saved as one file, with a report of what is not",
    async (count) => {
      const missing = [5, 23, 41];
      const items = Array.from(
        { length: count },
        (_, at) =>
          `<item><title>Part ${at + 1}</title><enclosure url="/${missing.includes(at + 1) ? "gone" : "song"}.mp3?${at}" type="audio/mpeg"/></item>`,
      );
      fixtures.on("/feed", (_request, response) => {
        response.writeHead(200, { "content-type": "application/rss+xml" });
        response.end(`<rss><channel><title>Course</title>${items.join("")}</channel></rss>`);
      });
      const all = Array.from({ length: count }, (_, at) => at + 1);
      const selected = count === 50 ? all : [1, 2, 5];
      const broken = selected.filter((part) => missing.includes(part));
      const whole = selected.filter((part) => !missing.includes(part));
      await withNewcomer(site(), "/youtube-playlist-download", {}, async (page, creditsLeft) => {
        await page.addInitScript(
          () => delete (globalThis as { showSaveFilePicker?: unknown }).showSaveFilePicker,
        );
        await page.reload();
        await look(page, "/feed");
        const course = panel(page).getByRole("group", { name: "Course" });
        if (selected === all)
          await course.getByRole("button", { name: `Select all (${count})` }).click();
        else
          for (const part of selected)
            await course.getByRole("checkbox", { name: `Part ${part}`, exact: true }).check();
        await course.getByText(`Selected: ${selected.length}`).waitFor();
        await shoot(page, "download-list");
        const before = await creditsLeft();
        await panel(page)
          .getByRole("button", { name: `Download (${selected.length} files)` })
          .click();
        const inState = (state: string) => rows(page).and(page.locator(`[data-state=${state}]`));
        await expect.poll(() => inState("done").count(), { timeout: 400_000 }).toBe(whole.length);
        await expect.poll(() => inState("failed").count()).toBe(broken.length);
        await panel(page).getByText("There is nothing at this link anymore").first().waitFor();
        await expect.poll(creditsLeft).toBe(before - whole.length);
        await shoot(page, "download-report");
        // Tab goes from row to row, and in each from its beginning to its end.
        const indexes = await rows(page)
          .getByRole("button")
          .evaluateAll((all) =>
            all.map((one) => {
              const { x, y, height } = one.getBoundingClientRect();
              return { x, middle: Math.round(y + height / 2) };
            }),
          );
        expect(indexes.length).toBeGreaterThan(2 * selected.length - 1);
        expect(indexes).toEqual(indexes.toSorted((a, b) => a.middle - b.middle || a.x - b.x));
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          panel(page)
            .getByRole("button", { name: /as ZIP/ })
            .click(),
        ]);
        const saved = fs.readFileSync(await file.path());
        // It was written piece by piece, not held in memory.
        expect(await storedZips(page)).toEqual([saved.length]);
        const zip = readZip(saved);
        expect(Object.keys(zip)).toEqual([
          ...whole.map((part) => `Part ${part}.mp3`),
          "report.txt",
        ]);
        const report = zip["report.txt"]!.toString();
        expect(report).toContain(`${whole.length} of ${selected.length}`);
        for (const part of broken) expect(report).toContain(`Part ${part}: There is nothing`);
      });
    },
    600_000,
  );

  it(
    "WSP-5 TLS-1 a download is paused, resumes after a reload where it stopped, and waits for the network",
    inLongRun,
    async () => {
      const file = path.join(fixtures.folder, "song.wav");
      const ranges: (string | undefined)[] = [];
      let isSlow = true;
      fixtures.on("/slow.wav", (request, response) => {
        ranges.push(request.headers.range);
        if (!isSlow) return sendFile(file, request, response);
        const bytes = fs.readFileSync(file);
        response.writeHead(200, {
          "content-type": "audio/wav",
          "content-length": bytes.length,
          etag: `"${bytes.length}"`,
        });
        let at = 0;
        const drip = setInterval(() => {
          response.write(bytes.subarray(at, (at += 100_000)));
          if (at === 600_000) clearInterval(drip);
        }, 300);
      });
      await withNewcomer(site(), "/audio-downloader", {}, async (page) => {
        await look(page, "/slow.wav");
        await panel(page).getByRole("button", { name: "Download", exact: true }).click();
        await rows(page).getByText(/4\d%/).waitFor();
        await expect.poll(() => storedBytes(page)).toBeGreaterThan(100_000);
        await shoot(page, "download-running");
        await rows(page).getByRole("button", { name: "Pause" }).click();
        await rows(page).getByText("Paused").waitFor();
        isSlow = false;
        await page.reload();
        await rows(page).getByText("Paused").waitFor();
        await rows(page).getByRole("button", { name: "Resume" }).click();
        await rows(page).and(page.locator("[data-state=done]")).waitFor();
        expect(ranges.at(-1)).toMatch(/^bytes=\d{6}-$/);
        const { probed } = await save(page);
        expect(probed.streams[0]).toMatchObject({ codec_name: "pcm_s16le" });
        expect(Number(probed.format.duration)).toBeCloseTo(SECONDS, 1);
      });
    },
  );

  it(
    "TLS-1 WSP-5 a list from a text file resumes after a network failure, and where its visitor left it",
    inLongRun,
    async () => {
      const file = path.join(fixtures.folder, "song.mp3");
      const ranges: (string | undefined)[] = [];
      /** Sends half of the file, and waits after the first check. */
      const halve = (name: string): void => {
        let requests = 0;
        fixtures.on(name, (request, response) => {
          ranges.push(request.headers.range);
          if (++requests !== 2) return sendFile(file, request, response);
          const bytes = fs.readFileSync(file);
          const etag = `"${bytes.length}"`;
          response.writeHead(200, {
            "content-type": "audio/mpeg",
            "content-length": bytes.length,
            etag,
          });
          response.write(bytes.subarray(0, bytes.length / 2));
        });
      };
      halve("/part/2.mp3");
      halve("/part/3.mp3");
      for (const at of [1, 4, 5])
        fixtures.on(`/part/${at}.mp3`, (request, response) => sendFile(file, request, response));
      const items = [1, 2, 3, 4, 5].map(
        (at) =>
          `<item><title>Lesson ${at}</title><enclosure url="/part/${at}.mp3" type="audio/mpeg"/></item>`,
      );
      fixtures.on("/lessons", (_request, response) => {
        response.writeHead(200, { "content-type": "application/rss+xml" });
        response.end(`<rss><channel><title>Lessons</title>${items.join("")}</channel></rss>`);
      });
      await withNewcomer(site(), "/youtube-playlist-download", {}, async (page) => {
        const list = `Our lessons:\n${fixtures.at("/lessons")}.\n`;
        await page
          .locator('dialog[open] input[type="file"]')
          .first()
          .setInputFiles({ name: "links.txt", mimeType: "text/plain", buffer: Buffer.from(list) });
        const lessons = panel(page).getByRole("group", { name: "Lessons" });
        await lessons.getByRole("button", { name: "Select all (5)" }).press("Enter");
        expect(await panel(page).getByText("links.txt").count()).toBe(0);
        // Between the first and the second there is no network.
        let requests = 0;
        const cut = /\/download\/resolve/;
        await page.route(cut, async (route) => {
          if (++requests !== 2) return route.continue();
          await page.context().setOffline(true);
          return route.abort("internetdisconnected");
        });
        await panel(page).getByRole("button", { name: "Download (5 files)" }).press("Enter");
        const done = rows(page).and(page.locator("[data-state=done]"));
        const running = rows(page).and(page.locator("[data-state=running]"));
        await running
          .filter({ hasText: "Lesson 2" })
          .getByText("Waiting for the network")
          .waitFor();
        expect(await done.count()).toBe(1);
        await page.unroute(cut);
        await page.context().setOffline(false);
        // A share that is shown may be of bytes that have not come: what is asked for again is what is kept.
        const isStored = async (lesson: string): Promise<void> => {
          await running.filter({ hasText: lesson }).waitFor();
          await expect.poll(() => storedBytes(page)).toBeGreaterThan(10_000);
        };
        await isStored("Lesson 2");
        await page.context().setOffline(true);
        await running.getByText("Waiting for the network").waitFor();
        await shoot(page, "download-offline");
        await page.context().setOffline(false);
        await isStored("Lesson 3");
        await page.reload();
        await expect.poll(() => rows(page).getByText("Paused").count()).toBe(3);
        await shoot(page, "download-left");
        await panel(page).getByRole("button", { name: "Resume all (3)" }).press("Enter");
        await expect.poll(() => done.count()).toBe(5);
        expect(ranges.filter((range) => range !== undefined)).toEqual([
          expect.stringMatching(/^bytes=\d+-$/),
          expect.stringMatching(/^bytes=\d+-$/),
        ]);
      });
    },
  );

  it("TLS-1 TLS-2 files of one's own are converted without links, at the rate that is chosen, with chapters that were edited", async () => {
    await withNewcomer(site(), "/youtube-to-mp3-converter", {}, async (page) => {
      const video = path.join(fixtures.folder, "film.mp4");
      await page.locator('dialog[open] input[type="file"]').first().setInputFiles(video);
      await panel(page).getByText("H.264 · 180p · 25 fps · AAC · 44.1 kHz").waitFor();
      await panel(page).getByLabel("Bit rate when encoding").selectOption("96");
      await panel(page).getByText("Title and chapters (2)").click();
      await panel(page).getByLabel("Title: film.mp4").fill("My Film");
      await panel(page).getByText("Tags and cover").click();
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        panel(page).getByRole("button", { name: "Choose a cover image" }).press("Enter"),
      ]);
      await chooser.setFiles(path.join(fixtures.folder, "cover.jpg"));
      await panel(page).getByRole("button", { name: "Delete cover.jpg" }).waitFor();
      const chapters = panel(page).getByLabel("Chapters of film.mp4");
      expect(await chapters.inputValue()).toBe("0:00 One\n0:05 Two");
      await chapters.fill("0:00 One\nTwo");
      await panel(page).getByText("Line 2 of the chapters needs a start time").waitFor();
      await chapters.fill("0:00 One\n0:05 Two\n[0:07.5] – Three");
      await shoot(page, "download-own");
      await panel(page).getByRole("button", { name: "Convert", exact: true }).click();
      await rows(page).getByText("Encoded from AAC").waitFor();
      const { name, probed } = await save(page);
      expect(name).toBe("My Film.mp3");
      expect(probed.format.tags).toMatchObject({ title: "My Film" });
      expect(probed.streams.map((one) => one.disposition!.attached_pic)).toEqual([0, 1]);
      expect(
        probed.chapters.map(({ start_time, tags }) => [Number(start_time), tags.title]),
      ).toEqual([
        [0, "One"],
        [5, "Two"],
        [7.5, "Three"],
      ]);
      // Mono takes half.
      expect(Number(probed.format.bit_rate) / 1000).toBeCloseTo(48, -1);
    });
  });
});

it(
  "TLS-1 what another application shares is looked up where links are saved",
  inLongRun,
  async () => {
    await withNewcomer(site(), "/audio-downloader", {}, async (page) => {
      // As systems send it, under the names of the manifest: some put a link into a text.
      const shared = `Listen to this: ${fixtures.at("/song.mp3")}`;
      await page.goto(`/audio-downloader?${new URLSearchParams({ link: "", shared })}`);
      await expect.poll(() => panel(page).getByLabel("Links").inputValue()).toBe(shared);
      expect(new URL(page.url()).search).toBe("");
      await panel(page).getByRole("button", { name: "Look up" }).click();
      await panel(page).getByRole("heading", { name: "song", exact: true }).waitFor();
      await shoot(page, "download-shared");
    });
  },
);

it("TLS-1 USR-7 pasted links stay in place until an account is created for them", async () => {
  await withPage({ baseURL: site().url }, async (page) => {
    const link = fixtures.at("/song.mp3");
    await page.goto(`/audio-downloader?${new URLSearchParams({ link, shared: "" })}`);
    const field = panel(page).getByLabel("Links");
    await expect.poll(() => field.inputValue()).toBe(link);
    await panel(page).getByRole("button", { name: "Look up" }).click();
    const email = page.getByLabel("Email address");
    await email.waitFor();
    await page.keyboard.press("Escape");
    await email.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe(link);
  });
});

describe("karaoke from a link", () => {
  it(
    "TLS-1 API-17 the song is fetched without credits, and is there as a file",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/youtube-to-karaoke", {}, async (page, creditsLeft) => {
        const before = await creditsLeft();
        await panel(page).getByLabel("Link to the song").fill(fixtures.at("/aes/list.m3u8"));
        await panel(page).getByRole("button", { name: "Fetch the song" }).click();
        await panel(page).getByRole("button", { name: "Create karaoke version" }).waitFor();
        await panel(page).getByText("list.m4a").first().waitFor();
        await shoot(page, "karaoke-link");
        expect(await creditsLeft()).toBe(before);
      });
    },
  );
});
