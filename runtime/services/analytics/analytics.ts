import type { BrowserServices } from "#core/site/config.ts";
import { type EventName, EVENTS, eventOf } from "#core/analytics/events.ts";
import type { KeyValue } from "../storage.ts";
import { type BrowserInfo, browserOf, platformOf, refusesTracking } from "./analytics-browser.ts";
import { type TransportDeps, createTransport } from "./analytics-transport.ts";

type Listen = (type: string, listener: () => void) => void;

export interface AnalyticsDeps extends Pick<TransportDeps, "fetch" | "sendBeacon" | "setTimer"> {
  readonly config: BrowserServices["analytics"];
  /** Origin of the API; empty if it is the site's. */
  readonly apiBase: string;
  readonly navigator: BrowserInfo;
  readonly document: {
    readonly visibilityState: string;
    readonly location: {
      readonly pathname: string;
      readonly search: string;
      readonly host: string;
    };
    readonly addEventListener: Listen;
    readonly removeEventListener: Listen;
  };
  readonly window: {
    readonly addEventListener: Listen;
    readonly removeEventListener: Listen;
    readonly doNotTrack?: string | null;
  };
  readonly storage: Pick<KeyValue, "get">;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface Analytics {
  /**
   * Counts an event. Never throws, never waits, and takes no parameter that could describe a
   * visitor's sound.
   */
  track(name: EventName, fields?: { readonly utm_source?: string }): void;
  /** Stops sending events. */
  stop(): void;
}

/** URL of the log store: of the log service, else of the API, which accepts events as well. */
export const trackAddress = (
  { project, host, logstore }: BrowserServices["analytics"],
  apiBase: string,
): string => `${host === "" ? apiBase : `https://${project}.${host}`}/logstores/${logstore}/track`;

const OFF: Analytics = { track() {}, stop() {} };

/** Usage events (ANL-1 to ANL-3); `docs/analytics.md` describes them, and when none are sent. */
export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const { config, apiBase, navigator, document, window, storage, now } = deps;
  if (!config.enabled || config.logstore === "") return OFF;
  const { fetch, sendBeacon, setTimer } = deps;
  const transport = createTransport({
    address: trackAddress(config, apiBase),
    source: document.location.host,
    fetch,
    sendBeacon,
    setTimer,
  });
  const { name: browser, version } = browserOf(navigator);
  const platform = platformOf(navigator);
  let stopped = false;

  /** Referrer of the visit: URLs lose it when the visitor navigates within the site. */
  let source: string | null = null;
  const currentSource = (): string | null =>
    (source = new URLSearchParams(document.location.search).get("utm_source") ?? source);
  const userId = (): string | null => {
    try {
      return storage.get("user_id");
    } catch {
      return null;
    }
  };

  const onHide = (): void => {
    if (document.visibilityState === "hidden") transport.flushLast();
  };
  const onLeave = (): void => transport.flushLast();
  document.addEventListener("visibilitychange", onHide);
  window.addEventListener("pagehide", onLeave);
  currentSource();

  return {
    track(name, fields) {
      if (stopped || !Object.hasOwn(EVENTS, name)) return;
      if (refusesTracking(navigator, window.doNotTrack)) return;
      try {
        const { userAgent, language } = navigator;
        const { pathname } = document.location;
        const utmSource = fields?.utm_source ?? currentSource();
        const time = now();
        transport.add(
          eventOf(name, {
            time,
            userId: userId(),
            browser,
            version,
            userAgent,
            platform,
            language,
            pathName: pathname,
            utmSource,
          }),
        );
      } catch {
        // Events that cannot be built are dropped.
      }
    },
    stop() {
      stopped = true;
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", onLeave);
    },
  };
}
