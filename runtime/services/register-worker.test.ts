import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Page } from "#core/page/page.ts";
import { type WorkerShell, registerWorker } from "./register-worker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ORIGIN = "https://s.example";
const META = {
  id: "b1",
  offline: {
    shared: ["/assets/client.js", "/assets/start.js"],
    panels: {
      editor: ["/assets/editor.js", "/assets/net.f16"],
      "editor/de": ["/assets/editor-de.js"],
      "editor/fr": ["/assets/editor-fr.js"],
    },
  },
};
const locale = (code: string) => ({ code, files: ["common", "pages"] });
const DATA = { site: { defaultLocale: "en", locales: ["en", "de", "fr"].map(locale) } };
const tool = (path: string, over: object = {}) =>
  ({ kind: "tool", path, locale: "de", panel: "editor", ...over }) as unknown as Page;

interface Setup {
  readonly page?: Page;
  readonly controlled?: boolean;
  readonly connection?: object;
  readonly loaded?: readonly string[];
  readonly register?: () => Promise<unknown>;
  readonly meta?: typeof META | null;
  readonly standalone?: boolean;
}

function setup({
  page = tool("/de/x"),
  controlled = false,
  connection,
  loaded = [],
  register = () => Promise.resolve(),
  meta = META,
  standalone = false,
}: Setup = {}) {
  const messages: string[][] = [];
  const registered: unknown[] = [];
  const active = {
    postMessage: ({ addresses }: { addresses: string[] }) => void messages.push(addresses),
  };
  const window = Object.assign(new EventTarget(), {
    location: new URL(ORIGIN + page.path),
    performance: {
      getEntriesByType: () => loaded.map((name) => ({ name })),
      setResourceTimingBufferSize: () => {},
    },
    matchMedia: () => ({ matches: standalone }),
    setTimeout,
    navigator: {
      connection,
      serviceWorker: {
        controller: controlled ? {} : null,
        ready: Promise.resolve({ active }),
        register: (...call: unknown[]) => (registered.push(call), register()),
      },
    },
  });
  const store = createStore(() => ({ key: 0, page, error: null as unknown }));
  const shell = {
    router: { store },
    build: { meta: async () => meta },
    appData: async () => DATA,
  } as unknown as WorkerShell;
  return {
    told: messages,
    registered,
    window,
    store,
    start: async () => {
      registerWorker(window as unknown as Window & typeof globalThis, shell);
      await vi.advanceTimersByTimeAsync(3000);
    },
    /** Dispatches an event on the elements that match a selector. */
    sign: async (type: string, url: string) => {
      const target = { closest: (selector: string) => (selector.includes(url) ? {} : null) };
      window.dispatchEvent(Object.defineProperty(new Event(type), "target", { value: target }));
      await vi.advanceTimersByTimeAsync(1000);
    },
    show: async (next: Page, error: unknown = null) => {
      store.setState({ key: store.getState().key + 1, page: next, error });
      await vi.advanceTimersByTimeAsync(1000);
    },
  };
}

const OF_X = [
  "/offline.html",
  "/de/x",
  "/builds/meta/b1.json",
  "/assets/client.js",
  "/assets/start.js",
  "/de/x/_payload.json?_b=b1",
  "/app/de.json",
  "/app/search/de.json",
  "/locales/en/common.json",
  "/locales/en/pages.json",
  "/locales/de/common.json",
  "/locales/de/pages.json",
];

it("PWA the first page is cached, in its language and the fallback language", async () => {
  const loaded = [
    `${ORIGIN}/assets/lazy.js`,
    `${ORIGIN}/assets/client.js`,
    `${ORIGIN}/de/y/_payload.json?_b=b1`,
    `${ORIGIN}/audio/api/user/info`,
    "https://other.example/assets/x.js",
  ];
  const { told: messages, registered, start } = setup({ loaded });
  await start();
  expect(registered).toEqual([["/service-worker.js", { scope: "/", updateViaCache: "none" }]]);
  expect(messages).toEqual([[...OF_X, "/assets/lazy.js"]]);
});

it("PWA a tool's files are cached once the visitor interacts with it, and not before", async () => {
  const { told: messages, start, sign, show } = setup();
  await start();
  await sign("pointerover", "main");
  await sign("keydown", "[data-zone]");
  expect(messages).toEqual([OF_X]);
  await sign("focusin", "[data-zone]");
  await sign("pointerover", "[data-zone]");
  expect(messages.slice(1)).toEqual([
    ["/assets/editor.js", "/assets/net.f16", "/assets/editor-de.js"],
  ]);
  await show(tool("/de/y"));
  expect(messages.at(-1)).toEqual(["/de/y", "/de/y/_payload.json?_b=b1"]);
  await show(tool("/fr/y", { locale: "fr" }));
  expect(messages.at(-1)).toContain("/assets/editor-fr.js");
});

it("PWA a tool's code, without weights, is cached when its page is idle, unless the connection is metered", async () => {
  const { told: messages, start, show } = setup({ page: tool("/de/x", { kind: "pricing" }) });
  await start();
  await show(tool("/de/y"));
  await vi.advanceTimersByTimeAsync(3000);
  await show(tool("/de/z", { panel: "other" }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(messages.flat()).not.toContain("/assets/editor.js");
  await show(tool("/de/y"));
  await vi.advanceTimersByTimeAsync(6000);
  expect(messages.at(-1)).toEqual(["/assets/editor.js", "/assets/editor-de.js"]);

  const metered = setup({ connection: { type: "cellular", effectiveType: "4g" } });
  await metered.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(metered.told).toEqual([OF_X]);
  await metered.sign("focusin", "[data-zone]");
  expect(metered.told.slice(1)).toEqual([
    ["/assets/editor.js", "/assets/net.f16", "/assets/editor-de.js"],
  ]);
});

it("PWA each visited page is sent to the worker once", async () => {
  const { told: messages, start, show, store } = setup();
  await start();
  await show(tool("/de/y"));
  await show(tool("/de/x"));
  store.setState({ error: null });
  await vi.advanceTimersByTimeAsync(1000);
  expect(messages.slice(1)).toEqual([["/de/y", "/de/y/_payload.json?_b=b1"]]);
});

it("PWA what passes the worker is not fetched a second time; payloads are", async () => {
  const { told: messages, start } = setup({
    controlled: true,
    loaded: OF_X.slice(2).map((path) => ORIGIN + path),
  });
  await start();
  expect(messages).toEqual([
    ["/offline.html", "/builds/meta/b1.json", "/de/x/_payload.json?_b=b1"],
  ]);
});

it("PWA a sample that was played before the worker started is cached", async () => {
  const { told: messages, start } = setup({ loaded: [`${ORIGIN}/samples/echo-after.mp3`] });
  await start();
  expect(messages[0]).toContain("/samples/echo-after.mp3");
});

it("PWA error pages are not cached", async () => {
  const { told: messages, start, show } = setup({ page: tool("/de/x", { kind: "error" }) });
  await start();
  await show(tool("/de/y"), { status: 404 });
  expect(messages).toEqual([]);
});

it("PWA a page is cached if its build is unknown", async () => {
  const { told: messages, start } = setup({ meta: null, page: tool("/de/x", { kind: "pricing" }) });
  await start();
  expect(messages[0]!.slice(0, 3)).toEqual(["/offline.html", "/de/x", "/de/x/_payload.json"]);
});

it("RTE-4 the start page of the application is cached when it is installed", async () => {
  const installed = setup({ standalone: true });
  await installed.start();
  expect(installed.told[0]).toContain("/");
  const later = setup();
  await later.start();
  expect(later.told[0]).not.toContain("/");
  later.window.dispatchEvent(new Event("appinstalled"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(later.told[1]).toEqual(["/"]);
});

it("PWA nothing happens on lines that are slow or dear, and without workers", async () => {
  for (const connection of [{ saveData: true }, { effectiveType: "slow-2g" }]) {
    const { registered, start } = setup({ connection });
    await start();
    expect(registered).toEqual([]);
  }
  const { window, start } = setup();
  Reflect.deleteProperty(window.navigator, "serviceWorker");
  await start();
});

it("PWA a refusal of the browser is no error", async () => {
  const {
    told: messages,
    registered,
    start,
    show,
  } = setup({
    register: () => Promise.reject(new DOMException("refused", "SecurityError")),
  });
  await start();
  await show(tool("/de/y"));
  expect(registered).toHaveLength(1);
  expect(messages).toEqual([]);
});
