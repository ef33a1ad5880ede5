import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EventBody, type EventName, EVENTS } from "#core/analytics/events.ts";
import { browserOf, platformOf, refusesTracking } from "./analytics-browser.ts";
import { type AnalyticsDeps, createAnalytics, trackAddress } from "./analytics.ts";

const config = { enabled: true, project: "p", host: "log.example", logstore: "l" };
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0";

/** An event target that a test can dispatch to. */
function createListened() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    addEventListener: (type: string, listener: () => void) => {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
    removeEventListener: (type: string, listener: () => void) => {
      listeners.get(type)?.delete(listener);
    },
    dispatch: (type: string) => listeners.get(type)?.forEach((listener) => listener()),
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

function create(over: Partial<AnalyticsDeps> = {}) {
  const sent: { address: string; body: { __logs__: EventBody[] }; text: string }[] = [];
  const document = {
    ...createListened(),
    visibilityState: "visible",
    location: { pathname: "/de/pricing", search: "", host: "s.example" },
  };
  const window = createListened();
  const deps: AnalyticsDeps = {
    config,
    apiBase: "",
    navigator: { userAgent: FIREFOX, language: "de-AT", platform: "Linux x86_64" },
    document,
    window,
    storage: { get: (key) => (key === "user_id" ? "u1" : "other") },
    fetch: () => Promise.reject(new TypeError("not expected")),
    sendBeacon: (address, text) => {
      sent.push({ address, text, body: JSON.parse(text) as { __logs__: EventBody[] } });
      return true;
    },
    setTimer: () => () => {},
    now: () => 1_790_000_000_123,
    ...over,
  };
  return {
    sent,
    document,
    window,
    analytics: createAnalytics(deps),
    events: () => sent.flatMap(({ body }) => body.__logs__),
  };
}

describe("analytics", () => {
  it("ANL-1 an event has name, time, visitor, browser, page and referrer", () => {
    const { analytics, sent, document } = create();
    document.location.search = "?utm_source=newsletter&x=1";
    analytics.track("page_shown");
    expect(sent).toHaveLength(1);
    expect(sent[0]!.address).toBe("https://p.log.example/logstores/l/track?APIVersion=0.6.0");
    expect(sent[0]!.body).toEqual({
      __logs__: [
        {
          event_type: "332001",
          event_time: "1790000000",
          user_id: "u1",
          browser: "Firefox",
          version: "151.0",
          userAgent: FIREFOX,
          platform: "Linux",
          language: "de-AT",
          path_name: "/de/pricing",
          utm_source: "newsletter",
        },
      ],
      __source__: "s.example",
    });
  });

  it("ANL-1 the source stays with the visitor as the address changes, and may be named", () => {
    const location = { pathname: "/", search: "?utm_source=ad", host: "s.example" };
    const { analytics, events } = create({
      document: { ...createListened(), visibilityState: "visible", location },
    });
    location.search = "";
    analytics.track("job_done");
    analytics.track("purchase_started", { utm_source: "insufficient_credits" });
    analytics.track("job_done");
    location.search = "?utm_source=other";
    analytics.track("job_done");
    expect(events().map(({ utm_source }) => utm_source)).toEqual([
      "ad",
      "insufficient_credits",
      "ad",
      "other",
    ]);
  });

  it("ANL-1 without an account, or with blocked storage, there is no user", () => {
    const blocked = (): never => {
      throw new DOMException("blocked", "SecurityError");
    };
    for (const get of [() => null, blocked]) {
      const { analytics, events } = create({ storage: { get } });
      analytics.track("files_added");
      expect(events()).toMatchObject([{ user_id: "", event_type: "332003" }]);
    }
  });

  it("ANL-2 without a log service of its own, the site's API takes the events", () => {
    const own = { ...config, project: "", host: "" };
    expect(trackAddress(own, "")).toBe("/logstores/l/track");
    expect(trackAddress(own, "https://api.example")).toBe("https://api.example/logstores/l/track");
  });

  it.each<[string, Partial<AnalyticsDeps>]>([
    ["the switch is off", { config: { ...config, enabled: false } }],
    ["no log store is named", { config: { ...config, logstore: "" } }],
    [
      "the browser sends Do Not Track",
      { navigator: { userAgent: FIREFOX, language: "de", doNotTrack: "1" } },
    ],
    [
      "the browser sends Global Privacy Control",
      { navigator: { userAgent: FIREFOX, language: "de", globalPrivacyControl: true } },
    ],
    ["the window says Do Not Track", { window: { ...createListened(), doNotTrack: "1" } }],
  ])("ANL-3 nothing is sent when %s", (_, over) => {
    const { analytics, sent } = create(over);
    for (const name of Object.keys(EVENTS) as EventName[]) analytics.track(name);
    expect(sent).toEqual([]);
  });

  it("ANL-3 a later objection is respected from then on", () => {
    const navigator = { userAgent: FIREFOX, language: "de", globalPrivacyControl: false };
    const { analytics, sent } = create({ navigator });
    analytics.track("page_shown");
    navigator.globalPrivacyControl = true;
    analytics.track("page_shown");
    expect(sent).toHaveLength(1);
  });

  it("ANL-3 what waits goes when the tab is hidden or left", () => {
    for (const leave of ["hide", "left"] as const) {
      const { analytics, sent, document, window } = create();
      for (let n = 0; n < 12; n++) analytics.track("job_done");
      expect(sent).toHaveLength(9);
      document.dispatch("visibilitychange");
      expect(sent).toHaveLength(9);
      if (leave === "hide") {
        document.visibilityState = "hidden";
        document.dispatch("visibilitychange");
      } else window.dispatch("pagehide");
      expect(sent.at(-1)!.body.__logs__).toHaveLength(3);
    }
  });

  it("ANL-3 once stopped it sends and hears nothing", () => {
    const { analytics, sent, document, window } = create();
    expect(document.count() + window.count()).toBe(2);
    analytics.stop();
    analytics.track("page_shown");
    expect(document.count() + window.count()).toBe(0);
    expect(sent).toEqual([]);
  });

  it("ANL-3 nothing that fails comes out of it", () => {
    const fail = (): never => {
      throw new Error("broken");
    };
    const { analytics } = create({ now: fail, sendBeacon: fail, setTimer: fail });
    expect(() => analytics.track("page_shown")).not.toThrow();
    const other = create({ sendBeacon: fail, fetch: fail });
    expect(() => other.analytics.track("page_shown")).not.toThrow();
  });

  it("ANL-3 nothing that is handed over by mistake is sent: ten fields, and none of the junk", () => {
    const mark = "SECRET";
    const text = fc.string().map((value) => `${mark} ${value}`);
    const junk = fc.oneof(
      text,
      fc.object({ values: [text], key: text }),
      fc.dictionary(
        fc.constantFrom("utm_source", "file", "name", "duration", "transcript", "event_type"),
        fc.oneof(text, fc.object({ values: [text] }), fc.constant({ toString: () => "ok", mark })),
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...Object.keys(EVENTS)), text, fc.constantFrom("toString", "")),
        junk,
        (name, fields) => {
          const { analytics, sent, events } = create();
          analytics.track(name as EventName, fields as never);
          expect(sent).toHaveLength(name in EVENTS && Object.hasOwn(EVENTS, name) ? 1 : 0);
          for (const { text: body } of sent) expect(body).not.toContain(mark);
          for (const event of events()) {
            expect(Object.keys(event)).toHaveLength(10);
            for (const value of Object.values(event)) expect(typeof value).toBe("string");
          }
        },
      ),
    );
  });
});

it.each([
  ["Firefox", "151.0", "Linux", FIREFOX],
  [
    "Safari",
    "19.1",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  ],
  [
    "Chrome",
    "140.0.0.0",
    "iOS",
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Edge",
    "150.0.0.0",
    "Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
  ],
  [
    "Samsung Internet",
    "29.0",
    "Android",
    "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Chrome",
    "156.0.0.0",
    "macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  ],
  ["", "", "", "curl/8"],
])("ANL-1 %s %s on %s is known by what it states", (name, version, platform, userAgent) => {
  const info = { userAgent, language: "en" };
  expect(browserOf(info)).toEqual({ name, version });
  expect(platformOf(info)).toBe(platform);
});

it("ANL-1 the list of brands is believed first, without the one that is made up", () => {
  const info = {
    userAgent: FIREFOX,
    language: "en",
    userAgentData: {
      platform: "Windows",
      brands: [
        { brand: "Chromium", version: "150" },
        { brand: "Not)A;Brand", version: "8" },
        { brand: "Microsoft Edge", version: "150" },
      ],
    },
  };
  expect(browserOf(info)).toEqual({ name: "Microsoft Edge", version: "150" });
  expect(platformOf(info)).toBe("Windows");
  const plain = { ...info.userAgentData, brands: info.userAgentData.brands.slice(0, 2) };
  expect(browserOf({ ...info, userAgentData: plain }).name).toBe("Chromium");
});

it("ANL-3 objections are known in each form that browsers use", () => {
  const info = { userAgent: "", language: "" };
  expect(refusesTracking(info)).toBe(false);
  expect(refusesTracking({ ...info, doNotTrack: "0" }, "unspecified")).toBe(false);
  expect(refusesTracking({ ...info, doNotTrack: "yes" })).toBe(true);
  expect(refusesTracking({ ...info, doNotTrack: null }, "1")).toBe(true);
});
