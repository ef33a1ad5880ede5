import fs from "node:fs";
import type { Page, Response } from "playwright";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { ALL, source, violations } from "./access.ts";
import { follow, hydrated, locationOf, open, settled, startAtOnce, stays } from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { type Site, startSite } from "./offline-site.ts";
import { toneOf } from "./sounds.ts";

useBrowser();
let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.remove());

type Options = Parameters<typeof withPage>[0];

/** Works on a page that may have a service worker. */
const withWorker = <T>(work: (page: Page) => Promise<T>, options: Options = {}): Promise<T> =>
  withPage({ baseURL: site.url, serviceWorkers: "allow", ...options }, async (page) => {
    await startAtOnce(page);
    await page.addInitScript(() => {
      // Two seconds pass before the worker is registered, which is as long for each of these tests.
      const { setTimeout } = window;
      const soon = (run: () => void, ms: number): number => setTimeout(run, ms === 2000 ? 0 : ms);
      window.setTimeout = soon as typeof setTimeout;
    });
    return work(page);
  });

/** Waits until something is so in the page. */
const until = (check: () => Promise<boolean>): Promise<void> =>
  expect.poll(check, { interval: 100 }).toBe(true);

/** Waits until the worker has all that a page needs. */
async function untilCached(page: Page, path: string, code = "en"): Promise<void> {
  const bare = path.replace(/\/$/, "");
  const expected = {
    pages: [path, `${bare}/_payload.json`],
    files: [
      "/offline.html",
      `/app/${code}.json`,
      `/app/search/${code}.json`,
      `/locales/${code}/account.json`,
    ],
    assets: site.meta().offline.shared,
  };
  await page.evaluate(async (stores) => {
    // Sequentially, because repeated requests for all of them would keep the worker busy.
    for (const [name, addresses] of Object.entries(stores))
      for (const address of addresses)
        while (!(await caches.match(address, { cacheName: `toolkit-worker-1-${name}` })))
          await new Promise((resolve) => setTimeout(resolve, 50));
  }, expected);
}

/** Waits until the worker answers for the page. */
const controlled = (page: Page): Promise<void> =>
  until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));

/** Opens a page and waits until it is kept. */
async function visit(page: Page, path: string, code?: string): Promise<void> {
  await open(page, path);
  await untilCached(page, path, code);
}

/** The server is gone, and the browser knows that there is no connection. */
async function goOffline(page: Page): Promise<void> {
  await site.stop();
  await page.context().setOffline(true);
}
async function goOnline(page: Page): Promise<void> {
  await site.start();
  await page.context().setOffline(false);
}

const fileOf = (path: string): string => `${path.replace(/^\//, "")}/index.html`.replace(/^\//, "");
const heading = (page: Page): Promise<string> => page.locator("h1").innerText();
/** Whether the rules of the page's kind apply: a tool's page has its own. */
const isStyled = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    return links.length > 1 && links.every(({ sheet }) => (sheet?.cssRules.length ?? 0) > 0);
  });

describe("without a connection, after the first visit", () => {
  it("PWA the page is there, byte by byte and isolated, its application runs, and queries and a slash at the end lead to it", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await goOffline(page);
      const pageErrors = watch(page);
      const response = (await page.reload())!;
      expect(response.fromServiceWorker()).toBe(true);
      expect(await response.text()).toBe(site.read(fileOf("/audio-trimmer")));
      expect(response.headers()).toMatchObject({
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      await hydrated(page);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      expect(await isStyled(page)).toBe(true);
      // What the log-in needs was never loaded before.
      await page.locator("[data-open=login]:visible").first().click();
      await page.locator("dialog[open]").waitFor();
      expect(pageErrors.filter((text) => /CSP|Content Security|hydrat/i.test(text))).toEqual([]);

      for (const path of ["/audio-trimmer?utm_source=x", "/audio-trimmer/"]) {
        await page.goto(path);
        expect(await heading(page)).toContain("Trim");
      }
      const keys = await page.evaluate(async () => {
        const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        return (await Promise.all(stores.map((store) => store.keys())))
          .flat()
          .map(({ url }) => url);
      });
      expect(keys.filter((key) => key.includes("?"))).toEqual([]);
    });
  });

  it(
    "NAV-12 tools are found by everyday words, also without an earlier search",
    inLongRun,
    async () => {
      await withWorker(async (page) => {
        await visit(page, "/audio-trimmer");
        await goOffline(page);
        await page.reload();
        await page.keyboard.press("/");
        await page.keyboard.type("louder");
        const first = page.locator("header").getByRole("option").first();
        await expect.poll(() => first.getAttribute("href")).toBe("/volume-changer");
      });
    },
  );

  it("PWA a tab that was never reloaded keeps working, too", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await follow(page, "/karaoke-maker");
      await untilCached(page, "/karaoke-maker");
      await goOffline(page);
      await follow(page, "/audio-trimmer");
      expect(await stays(page)).toBe(true);
      expect(await heading(page)).toContain("Trim");
    });
  });

  it("PWA visited pages are shown by client navigation, and as documents though they never were", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await follow(page, "/pricing");
      await untilCached(page, "/pricing");
      await follow(page, "/");
      await untilCached(page, "/");
      await goOffline(page);
      await page.reload();
      await hydrated(page);
      await page.evaluate(() => ((window as { stays?: boolean }).stays = true));
      await follow(page, "/pricing");
      expect(await page.locator("table").count()).toBeGreaterThan(0);
      expect(await isStyled(page)).toBe(true);
      await follow(page, "/audio-trimmer");
      expect(await stays(page)).toBe(true);
      const response = (await page.goto("/pricing"))!;
      expect(await response.text()).toBe(site.read(fileOf("/pricing")));
    });
  });

  it("LOC-5 the page in another language that was visited", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/ar/audio-trimmer", "ar");
      await follow(page, "/audio-trimmer", "en");
      await untilCached(page, "/audio-trimmer");
      await goOffline(page);
      await follow(page, "/ar/audio-trimmer", "ar");
      expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
      expect(await stays(page)).toBe(true);
    });
  });
});

describe("a page that was never visited", () => {
  it("PWA says so, and lists what can be read", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await goOffline(page);
      const response = (await page.goto("/karaoke-maker"))!;
      expect(response.status()).toBe(503);
      expect(await heading(page)).toBe("You are offline");
      expect(await locationOf(page)).toBe(`${site.url}/karaoke-maker`);
      const links = page.locator("[data-kept] a");
      expect(await links.allInnerTexts()).toEqual(["Audio trimmer"]);
      await page.evaluate(source);
      expect(await violations(page, "offline", ALL)).toEqual([]);
      await links.first().click();
      await page.waitForURL("**/audio-trimmer");
      expect(await heading(page)).toContain("Trim");
    });
  });

  it("PWA says so in the language of its address, from right to left", async () => {
    const words = "لا يوجد اتصال";
    const messages = JSON.parse(site.read("locales/ar/pages.json")) as {
      error: Record<string, unknown>;
    };
    messages.error["offline"] = { title: words, text: "…", kept: "الصفحات" };
    site.write("locales/ar/pages.json", JSON.stringify(messages));
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await visit(page, "/ar/audio-trimmer", "ar");
      await goOffline(page);
      await page.goto("/ar/karaoke-maker");
      await page.locator(`h1:text("${words}")`).waitFor();
      expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
      expect(await page.locator("html").getAttribute("lang")).toBe("ar");
      const paths = page.locator("[data-kept] a");
      expect(
        await paths.evaluateAll((all) => all.map((link) => link.getAttribute("href"))),
      ).toEqual(["/ar/audio-trimmer"]);
      expect(await page.title()).toContain(words);
    });
  });

  it("PWA comes by itself once there is a connection", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await goOffline(page);
      await page.goto("/karaoke-maker");
      expect(await heading(page)).toBe("You are offline");
      await goOnline(page);
      await page.waitForFunction(() => document.querySelector("#steps") !== null);
      expect(await page.content()).toContain("karaoke");
    });
  });

  it("PWA of the application leaves the shown page where it is", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await goOffline(page);
      await page.evaluate(() => {
        const link = document.createElement("a");
        link.href = "/volume-changer";
        document.body.append(link);
        link.click();
      });
      await settled(page);
      expect(await heading(page)).toContain("Trim");
      expect(await stays(page)).toBe(true);
    });
  });
});

describe("a new build", () => {
  const bytes = async (response: Response | null): Promise<string> =>
    (await response!.text()) ?? "";

  it("NAV-10 is served to returning visitors, never an earlier page", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      const context = page.context();
      await page.close();
      await site.publish();
      const next = await context.newPage();
      await startAtOnce(next);
      for (const path of ["/audio-trimmer", "/", "/karaoke-maker"]) {
        const response = await next.goto(`${path}?noredirect`);
        expect(response!.fromServiceWorker()).toBe(true);
        expect(await bytes(response)).toBe(site.read(fileOf(path)));
        await hydrated(next);
        expect(await heading(next)).toContain("Second");
      }
    });
  });

  it(
    "NAV-10 is what an open tab gets for documents, payloads and messages",
    inLongRun,
    async () => {
      await withWorker(async (page) => {
        await visit(page, "/audio-trimmer");
        await site.publish({ keep: true });
        const got = await page.evaluate(
          (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).text())),
          [
            "/audio-trimmer",
            "/audio-trimmer/_payload.json",
            "/builds/latest.json?5",
            "/app/en.json",
          ],
        );
        expect(got).toEqual([
          site.read("audio-trimmer/index.html"),
          site.read("audio-trimmer/_payload.json"),
          site.read("builds/latest.json"),
          site.read("app/en.json"),
        ]);
        expect(await bytes(await page.reload())).toBe(site.read("audio-trimmer/index.html"));
      });
    },
  );

  it("NAV-11 is reached from an old tab whose scripts are gone everywhere, with one load", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      await site.publish();
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
      const session = await page.context().newCDPSession(page);
      await session.send("Network.clearBrowserCache");
      let documents = 0;
      page.on("request", (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await page.evaluate(() => {
        const link = document.createElement("a");
        link.href = "/pricing";
        document.body.append(link);
        link.click();
      });
      await page.waitForFunction(() =>
        document.querySelector("h1")!.textContent.includes("Second"),
      );
      await hydrated(page);
      await settled(page);
      expect(documents).toBe(1);
      expect(await locationOf(page)).toBe(`${site.url}/pricing`);
    });
  });

  it("NAV-10 lets an old tab keep working while its scripts are cached", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      const script = site.meta().offline.shared.find((file) => file.includes("Voice-"))!;
      await site.publish();
      const answer = await page.evaluate(async (path) => (await fetch(path)).status, script);
      expect(answer).toBe(200);
    });
  });

  it(
    "NAV-10 without a connection, a page of an earlier build neither leaves nor loads again",
    inLongRun,
    async () => {
      await withWorker(async (page) => {
        await visit(page, "/audio-trimmer");
        const old = site.read("audio-trimmer/index.html");
        await page.goto("about:blank");
        await site.publish();
        await visit(page, "/karaoke-maker");
        await goOffline(page);
        let documents = 0;
        page.on("request", (request) => {
          if (request.isNavigationRequest()) documents += 1;
        });
        expect(await bytes(await page.goto("/audio-trimmer"))).toBe(old);
        await hydrated(page);
        await page.evaluate(() => {
          (window as { stays?: boolean }).stays = true;
          Object.defineProperty(document, "hidden", { value: true });
          document.dispatchEvent(new Event("visibilitychange"));
        });
        await follow(page, "/karaoke-maker");
        expect(await stays(page)).toBe(true);
        expect(documents).toBe(1);
      });
    },
  );

  it(
    "NAV-10 with another worker waits for the tabs of before, and changes nothing under them",
    inLongRun,
    async () => {
      await withWorker(async (page) => {
        await visit(page, "/audio-trimmer");
        await page.evaluate(() => {
          navigator.serviceWorker.addEventListener("controllerchange", () => {
            (window as { changed?: boolean }).changed = true;
          });
        });
        await site.publish();
        site.write("service-worker.js", `${site.read("service-worker.js")}\n// Another.\n`);
        const state = await page.evaluate(async () => {
          const registration = (await navigator.serviceWorker.getRegistration())!;
          await registration.update();
          const next = registration.installing ?? registration.waiting;
          if (next?.state === "installing")
            await new Promise((resolve) => next.addEventListener("statechange", resolve));
          return [registration.waiting?.state, (window as { changed?: boolean }).changed];
        });
        expect(state).toEqual(["installed", undefined]);
        // Pages of the old worker are never those of the old build.
        expect(await bytes(await page.reload())).toBe(site.read("audio-trimmer/index.html"));
        const context = page.context();
        await page.close();
        // The old one ends when it has nothing left to do and no page is there.
        const isOld = async (): Promise<boolean> => {
          const next = await context.newPage();
          await next.goto("/audio-trimmer");
          expect(await heading(next)).toContain("Second");
          const waits = await next.evaluate(
            async () => (await navigator.serviceWorker.getRegistration())!.waiting !== null,
          );
          await next.close();
          return waits;
        };
        await expect.poll(isOld, { interval: 500 }).toBe(false);
      });
    },
  );

  it(
    "PWA an operator's empty worker takes the place of this one, and leaves nothing",
    inLongRun,
    async () => {
      await withWorker(async (page) => {
        await visit(page, "/audio-trimmer");
        const context = page.context();
        const docs = fs.readFileSync("docs/deploy.md", "utf8");
        site.write("service-worker.js", /```js\n([^]*?)```/.exec(docs)![1]!);
        await page.evaluate(async () =>
          (await navigator.serviceWorker.getRegistration())!.update(),
        );
        await page.close();
        const next = await context.newPage();
        await startAtOnce(next);
        // What the old one was still at is removed by the next visit.
        await open(next, "/audio-trimmer");
        await until(() =>
          next.evaluate(async () => {
            const workers = await navigator.serviceWorker.getRegistrations();
            return workers.length + (await caches.keys()).length === 0;
          }),
        );
        expect((await next.reload())!.fromServiceWorker()).toBe(false);
      });
    },
  );
});

describe("a file that another application shares", () => {
  it("PWA is opened by the home page in its language, once, and does not reach the network", async () => {
    await withWorker(async (page) => {
      await open(page, "/ar");
      await controlled(page);
      const before = site.asked.length;
      const report = page.locator("[data-file-report]");
      const share = (files: readonly { readonly name: string; readonly bytes: number[] }[]) =>
        page.evaluate((given) => {
          const form = document.createElement("form");
          Object.assign(form, { method: "POST", enctype: "multipart/form-data" });
          form.action = "/ar?shared";
          const input = document.createElement("input");
          Object.assign(input, { type: "file", name: "files", multiple: true });
          const transfer = new DataTransfer();
          for (const { name, bytes } of given)
            transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "audio/wav" }));
          input.files = transfer.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        }, files);
      await share([{ name: "memo.wav", bytes: [...toneOf({ seconds: 2 })] }]);
      await report.getByText("memo.wav").waitFor();
      expect(await locationOf(page)).toBe(`${site.url}/ar`);
      expect(site.asked.slice(before).filter((line) => !line.startsWith("GET "))).toEqual([]);
      await page.reload();
      await hydrated(page);
      expect(await report.innerText()).toBe("");
      await share([]);
      await page.getByText("لم يصل الملف").waitFor();
      expect(await report.innerText()).toBe("");
    });
  });
});

describe("requests that the worker ignores", () => {
  it("PWA the API is requested each time, by the page itself, and never cached", async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      const before = site.asked.length;
      const workers: boolean[] = [];
      page.on("response", (response) => {
        if (response.url().includes("/audio/api/")) workers.push(response.fromServiceWorker());
      });
      const paths = ["/audio/api/v1/list", "/audio/api/page", "/igweb/x", "/logstores/y/track"];
      for (const path of paths)
        for (let time = 0; time < 2; time++)
          await page.evaluate(async (address) => (await fetch(address)).text(), path);
      const calls = site.asked
        .slice(before)
        .filter((line) => / \/(audio|igweb|logstores)\//.test(line));
      expect(calls).toEqual(paths.flatMap((path) => [`GET ${path}`, `GET ${path}`]));
      expect(workers).toEqual([false, false, false, false]);
      // A download is saved: a ticket is valid once.
      await page.goto("/audio/api/v1/download/page?ticket=1");
      expect(site.asked.filter((line) => line.includes("ticket"))).toHaveLength(1);
      await page.goto("/audio-trimmer");
      await goOffline(page);
      const failed = await page.evaluate(() =>
        fetch("/audio/api/v1/list").then(
          () => 0,
          () => 1,
        ),
      );
      expect(failed).toBe(1);
      const keys = await page.evaluate(async () => {
        const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        return (await Promise.all(stores.map((store) => store.keys())))
          .flat()
          .map(({ url }) => url);
      });
      expect(keys.filter((key) => /\/(audio|igweb|logstores)\//.test(key))).toEqual([]);
    });
  });

  it("PWA parts of files come from the server", inLongRun, async () => {
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      const status = await page.evaluate(
        async () => (await fetch("/favicon.svg", { headers: { range: "bytes=0-9" } })).status,
      );
      expect(status).toBe(206);
    });
  });

  it("PWA other sites are asked by the page itself", inLongRun, async () => {
    const other = inject("url");
    await withWorker(async (page) => {
      await visit(page, "/audio-trimmer");
      let fromWorker: boolean | null = null;
      page.on("request", async (request) => {
        if (request.url().startsWith(`${other}/`)) fromWorker = request.serviceWorker() !== null;
      });
      await page.goto(`${other}/pricing`);
      expect(fromWorker).toBe(false);
      expect(await heading(page)).not.toBe("You are offline");
    });
  });
});

describe("where things are refused", () => {
  it("PWA the site works where the browser allows no worker", inLongRun, async () => {
    await withWorker(async (page) => {
      const pageErrors = watch(page);
      await page.addInitScript(() => {
        ServiceWorkerContainer.prototype.register = () => {
          (window as { asked?: boolean }).asked = true;
          return Promise.reject(new DOMException("The operation is insecure.", "SecurityError"));
        };
      });
      await open(page, "/audio-trimmer");
      await page.waitForFunction(() => (window as { asked?: boolean }).asked);
      await follow(page, "/pricing");
      expect(pageErrors).toEqual([]);
    });
  });

  it("PWA the site works where there is no room", async () => {
    await withWorker(async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Storage.overrideQuotaForOrigin", { origin: site.url, quotaSize: 1 });
      const pageErrors = watch(page);
      await open(page, "/audio-trimmer");
      await controlled(page);
      await settled(page);
      await page.reload();
      await hydrated(page);
      await follow(page, "/pricing");
      expect(await heading(page)).not.toBe("");
      expect(pageErrors).toEqual([]);
    });
  });

  it("PWA nothing is cached on a metered connection", inLongRun, async () => {
    await withWorker(async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", { value: { saveData: true } });
      });
      await page.goto("/audio-trimmer");
      // It is loaded on demand.
      await page.locator("[data-open=login]:visible").first().click();
      await page.locator("dialog[open]").waitFor();
      await settled(page);
      expect(
        await page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      ).toEqual([0, 0]);
    });
  });

  it("PWA hosts that redirect to a slash at the end make no difference", inLongRun, async () => {
    await site.remove();
    site = await startSite({ trailingSlash: true });
    await withWorker(async (page) => {
      await open(page, "/audio-trimmer/");
      await untilCached(page, "/audio-trimmer");
      await goOffline(page);
      for (const path of ["/audio-trimmer/", "/audio-trimmer"]) {
        await page.goto(path);
        expect(await heading(page)).toContain("Trim");
      }
      await page.goto("/pricing/");
      expect(await heading(page)).toBe("You are offline");
    });
  });
});

describe("the application", () => {
  it.each(
    hardest([
      ["/audio-trimmer", "en-US", "/"],
      ["/ar/audio-trimmer", "ar", "/ar"],
    ]),
  )("RTE-4 can be installed from %s, in its language", async (path, lang, start) => {
    await withWorker(async (page) => {
      await open(page, path);
      await controlled(page);
      const session = await page.context().newCDPSession(page);
      const { data, errors, url } = await session.send("Page.getAppManifest");
      expect(errors).toEqual([]);
      expect(url).toBe(`${site.url}${start === "/" ? "" : start}/manifest.webmanifest`);
      expect(JSON.parse(data!)).toMatchObject({ id: "/", lang, start_url: start });
      const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
      // Test browsers keep nothing, which is the one thing that those with windows have against it.
      const found = installabilityErrors.map(({ errorId }) => errorId);
      expect(found.filter((id) => id !== "in-incognito")).toEqual([]);
    });
  });
});
