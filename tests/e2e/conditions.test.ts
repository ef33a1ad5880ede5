import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun, sampleOf } from "../left-out.ts";
import {
  address,
  beBusy,
  click,
  follow,
  forgive,
  hydrated,
  locationOf,
  open,
  startAtOnce,
  stays,
  step,
  warmed,
  withApplication,
} from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();

const title = (page: Page): Promise<string> => page.title();
const pending = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute("data-pending"));

describe("without a connection", () => {
  it("NAV-9 the page and its address stay, and the visitor is notified; later it works", async () => {
    await withApplication("/audio-trimmer", async (page, pageErrors) => {
      await warmed(page);
      const before = await title(page);
      await page.context().setOffline(true);
      await click(page, "/terms-policy");
      await page.getByText("You are offline").first().waitFor();
      expect([await locationOf(page), await title(page)]).toEqual([
        address("/audio-trimmer"),
        before,
      ]);
      expect(await pending(page)).toBe(false);
      await page.context().setOffline(false);
      await follow(page, "/terms-policy");
      expect(await locationOf(page)).toBe(address("/terms-policy"));
      expect(await stays(page)).toBe(true);
      forgive(pageErrors);
    });
  });

  it("NAV-9 a step back to a page that cannot be had is taken back", inLongRun, async () => {
    await withApplication("/audio-trimmer", async (page, pageErrors) => {
      await follow(page, "/pricing");
      await page.reload();
      await hydrated(page);
      await page.evaluate(() => Object.assign(window, { stays: true }));
      await page.route("**/audio-trimmer/_payload.json*", (route) => route.abort());
      const before = await title(page);
      await page.evaluate(() => history.back());
      await page.getByText("You are offline").first().waitFor();
      await page.waitForURL(address("/pricing"));
      expect(await title(page)).toBe(before);
      await page.unrouteAll();
      await step(page, -1);
      expect(await locationOf(page)).toBe(address("/audio-trimmer"));
      await step(page, 1);
      expect([await locationOf(page), await stays(page)]).toEqual([address("/pricing"), true]);
      forgive(pageErrors);
    });
  });

  it(
    "NAV-11 a chunk that cannot be loaded for want of a connection reloads nothing",
    inLongRun,
    async () => {
      await withApplication("/audio-trimmer", async (page, pageErrors) => {
        await warmed(page);
        // The payload can be had, the code cannot, and the host does not answer.
        await page.route("**/assets/*", (route) => route.abort());
        await page.route("**/terms-policy", (route) => route.abort());
        await click(page, "/terms-policy");
        await page.getByText("You are offline").first().waitFor();
        expect([await locationOf(page), await stays(page)]).toEqual([
          address("/audio-trimmer"),
          true,
        ]);
        forgive(pageErrors);
      });
    },
  );
});

describe("on a slow line", () => {
  it("NAV-9 a sign says that a page is on its way, and goes when it has come", async () => {
    await withApplication("/", async (page) => {
      await warmed(page);
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/terms-policy/_payload.json*", async (route) => {
        await held;
        await route.continue();
      });
      await click(page, "/terms-policy");
      await page.waitForFunction(() => document.documentElement.hasAttribute("data-pending"));
      expect(await page.locator("main").getAttribute("aria-busy")).toBe("true");
      const line = await page.evaluate(() => {
        const { height, content } = getComputedStyle(document.documentElement, "::before");
        return [height, content];
      });
      expect(line).toEqual(["3px", '""']);
      answer();
      await page.waitForURL(address("/terms-policy"));
      await page.waitForFunction(() => !document.documentElement.hasAttribute("data-pending"));
      expect(await page.locator("main").getAttribute("aria-busy")).toBe(null);
    });
  });

  it("NAV-9 the indicator does not move with reduced motion", async () => {
    await withApplication(
      "/",
      async (page) => {
        await page.route("**/terms-policy/_payload.json*", () => {});
        await click(page, "/terms-policy");
        await page.waitForFunction(() => document.documentElement.hasAttribute("data-pending"));
        expect(
          await page.evaluate(
            () => getComputedStyle(document.documentElement, "::before").animationName,
          ),
        ).toBe("none");
        // It goes when another page comes.
        await follow(page, "/pricing");
        expect(await pending(page)).toBe(false);
      },
      { reducedMotion: "reduce" },
    );
  });
});

describe("a host that answers a payload with something else", () => {
  const answers: [string, (route: Route) => Promise<void>][] = [
    ["a page", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><p>" })],
    ["an error", (route) => route.fulfill({ status: 500, body: "" })],
    [
      "broken JSON",
      (route) => route.fulfill({ contentType: "application/json", body: '{"kind":' }),
    ],
    ["other JSON", (route) => route.fulfill({ json: { kind: 7 } })],
    ["nothing of use", (route) => route.fulfill({ json: null })],
  ];
  it.each(sampleOf(2, answers))("NAV-9 %s: the browser loads the document", async (_, answer) => {
    await withApplication("/audio-trimmer", async (page, pageErrors) => {
      await page.route("**/pricing/_payload.json*", answer);
      await click(page, "/pricing?a=b#plans");
      await page.waitForURL(address("/pricing?a=b#plans"));
      await hydrated(page);
      expect(await stays(page)).toBe(false);
      expect(await page.locator("#plans").count()).toBe(1);
      forgive(pageErrors);
    });
  });

  it("NAV-6 while work runs the document is not left: the 500 page is shown in it", async () => {
    await withApplication("/audio-trimmer", async (page, pageErrors) => {
      await page.route("**/pricing/_payload.json*", (route) => route.fulfill({ status: 500 }));
      await beBusy(page, true);
      await follow(page, "/pricing");
      expect(await page.locator("h1").innerText()).toBe("Internal Server Error");
      expect(await stays(page)).toBe(true);
      forgive(pageErrors);
    });
  });
});

describe("where nothing may be stored", () => {
  const forbid = `for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
  Object.defineProperty(document, "cookie", { get: () => "", set() {} });`;

  it("NAV-4 NAV-9 LOC-5 pages, positions and languages work all the same", async () => {
    await withPage({ locale: "de-DE" }, async (page) => {
      const pageErrors = watch(page);
      await page.addInitScript(forbid);
      await startAtOnce(page);
      await open(page, "/audio-trimmer");
      await page.evaluate(() => window.scrollTo({ top: 800, behavior: "instant" }));
      await follow(page, "/pricing");
      await follow(page, "/ar/pricing", "ar");
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
      await step(page, -2);
      expect(await page.evaluate(() => Math.round(scrollY))).toBe(800);
      expect(await stays(page)).toBe(true);
      expect(pageErrors).toEqual([]);
    });
  });

  it(
    "NAV-11 a chunk that is gone reloads nothing, for it could be for ever",
    inLongRun,
    async () => {
      await withPage({}, async (page) => {
        await page.addInitScript(forbid);
        await startAtOnce(page);
        await page.route("**/assets/Pricing-*.js", (route) => route.fulfill({ status: 404 }));
        await open(page, "/audio-trimmer");
        await follow(page, "/pricing");
        expect(await page.locator("h1").innerText()).toBe("Internal Server Error");
        expect(await stays(page)).toBe(true);
      });
    },
  );
});

describe("where no sound can start", () => {
  /** As Firefox is without an output device. Runs in the page. */
  function silence(): void {
    AudioContext.prototype.resume = () => new Promise(() => {});
    Object.defineProperty(BaseAudioContext.prototype, "state", { get: () => "suspended" });
    HTMLMediaElement.prototype.play = async function play() {
      this.dispatchEvent(new Event("error"));
      throw new DOMException("no output", "NotSupportedError");
    };
  }
  const talk = { name: "talk.wav", mimeType: "audio/wav", buffer: wavOf({ seconds: 4 }, voiceAt) };

  it.each(sampleOf(1, ["background-audio-remover", "voice-changer"]))(
    "TLS-4 USR-14 %s says so, instead of that the file is damaged, and works without",
    async (slug) => {
      await withPage({}, async (page) => {
        await page.addInitScript(silence);
        await page.goto(`/${slug}?noredirect`);
        await page.locator('[data-sample] [data-voice="after"]').click();
        await page.locator("[data-sample]").getByText("Playback could not start").waitFor();
        await page.locator("[data-zone-file]").setInputFiles(talk);
        const panel = page.locator("dialog[open] [data-pane=panel]");
        const notice = page.locator("[data-notice]", { hasText: "Playback could not start" });
        await panel.locator("[data-preview=ready]").waitFor();
        const play = panel.getByRole("button", { name: "Play", exact: true });
        await play.click();
        await notice.waitFor();
        await play.waitFor();
        expect(await page.locator("body").innerText()).not.toContain("cannot be read");
        await panel.locator("[data-start]:enabled").waitFor();
      });
    },
  );
});

describe("a document that was changed under way", () => {
  it("SEO-1 what a translator puts around words stays, and navigation goes on", async () => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await startAtOnce(page);
      await page.addInitScript(() => {
        document.addEventListener("readystatechange", () => {
          if (document.readyState !== "interactive") return;
          for (const element of document.querySelectorAll("main h1, main p, header a, footer a")) {
            const font = document.createElement("font");
            font.append(...element.childNodes);
            element.append(font);
          }
        });
      });
      await open(page, "/audio-trimmer");
      expect(await page.locator("main h1 font").count()).toBe(1);
      await follow(page, "/pricing");
      await follow(page, "/ar/pricing");
      await step(page, -2);
      expect(await page.locator("#faq").count()).toBe(1);
      expect(await stays(page)).toBe(true);
      expect(pageErrors).toEqual([]);
    });
  });

  it("SEO-1 what was taken away comes back", inLongRun, async () => {
    await withPage({}, async (page) => {
      await startAtOnce(page);
      await page.addInitScript(() => {
        document.addEventListener("readystatechange", () => {
          if (document.readyState === "interactive")
            document.querySelector("main > div:not(.static)")?.remove();
        });
      });
      await open(page, "/audio-trimmer");
      await page.locator("main [data-zone]").waitFor();
      expect(await page.locator("#faq").count()).toBe(1);
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.evaluate(() => document.querySelectorAll(".static:empty").length)).toBe(0);
    });
  });
});
