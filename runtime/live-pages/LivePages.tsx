import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useApplication } from "../application/application.ts";
import { Boundary } from "../ui/Boundary.tsx";
import { useT } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Feedback.tsx";

/** What fills the places that pages keep for it, by the value of `data-live`. */
const PARTS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  pricing: () => import("./pricing/PricingLive.tsx").then(({ PricingLive }) => PricingLive),
  subscription: () =>
    import("./subscription/SubscriptionLive.tsx").then(({ SubscriptionLive }) => SubscriptionLive),
  history: () => import("./history/HistoryLive.tsx").then(({ HistoryLive }) => HistoryLive),
  podcast: () => import("./podcast/PodcastLive.tsx").then(({ PodcastLive }) => PodcastLive),
  settings: () => import("./settings/SettingsLive.tsx").then(({ SettingsLive }) => SettingsLive),
};

interface Filled {
  /** Of the showing that the place belongs to. */
  readonly key: number;
  readonly place: HTMLElement;
  /** Null where it could not be loaded. */
  readonly Part: ComponentType | null;
}

/**
 * The part of the shown page that depends on who looks at it. Pages keep a place for it, `data-live`,
 * in which the server has written what stands there until then.
 */
export function LivePages() {
  const { shell } = useApplication();
  const key = useStore(shell.router.store, (state) => state.key);
  const [filled, setFilled] = useState<Filled | null>(null);
  const [tries, setTries] = useState(0);
  const taken = useRef(new WeakSet<Element>());
  useEffect(() => {
    let here = true;
    const fill = (place: HTMLElement, Part: ComponentType | null): void => {
      if (!here) return;
      // What the server wrote gives way, once; what is here is React's from then on.
      if (!taken.current.has(place)) place.replaceChildren();
      taken.current.add(place);
      delete place.dataset["failed"];
      setFilled({ key, place, Part });
    };
    // Pages are a root of their own: where this one had work waiting, it is drawn before the page is.
    queueMicrotask(() => {
      const place = document.querySelector<HTMLElement>("#content [data-live]");
      const load = PARTS[place?.dataset["live"] ?? ""];
      if (!here || !place || !load) return;
      load().then(
        (Part) => fill(place, Part),
        (error: unknown) => {
          shell.report(error);
          fill(place, null);
        },
      );
    });
    return () => {
      here = false;
    };
  }, [key, tries, shell]);
  // The place of the page before is gone by now.
  if (filled?.key !== key) return null;
  const { place, Part } = filled;
  return createPortal(
    Part ? (
      <Boundary
        key={key}
        onError={shell.report}
        fallback={(retry) => <Broken title="pages:error.500.title" onRetry={retry} />}
      >
        <Part />
      </Boundary>
    ) : (
      <Broken
        title={navigator.onLine ? "errors:unreachable" : "errors:offline"}
        onRetry={() => setTries(tries + 1)}
      />
    ),
    place,
  );
}

/** Stands where the part of a page could not be shown. */
function Broken({ title, onRetry }: { readonly title: string; readonly onRetry: () => void }) {
  const t = useT();
  return (
    <Notice
      weight="bad"
      title={t(title)}
      actions={<Button onClick={onRetry}>{t("pages:account.retry")}</Button>}
    />
  );
}
