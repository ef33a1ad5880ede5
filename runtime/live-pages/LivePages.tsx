import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useApplication } from "../application/application.ts";
import { Boundary } from "../ui/Boundary.tsx";
import { useT } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Feedback.tsx";

/** Components that replace the placeholders of pages, by the value of `data-live`. */
const PARTS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  pricing: () => import("./pricing/PricingLive.tsx").then(({ PricingLive }) => PricingLive),
  subscription: () =>
    import("./subscription/SubscriptionLive.tsx").then(({ SubscriptionLive }) => SubscriptionLive),
  history: () => import("./history/HistoryLive.tsx").then(({ HistoryLive }) => HistoryLive),
  podcast: () => import("./podcast/PodcastLive.tsx").then(({ PodcastLive }) => PodcastLive),
  settings: () => import("./settings/SettingsLive.tsx").then(({ SettingsLive }) => SettingsLive),
};

interface Filled {
  /** Key of the page view that the placeholder belongs to. */
  readonly key: number;
  readonly slot: HTMLElement;
  /** Null if loading failed. */
  readonly Part: ComponentType | null;
}

/**
 * The part of the current page that depends on the visitor. Pages contain a placeholder,
 * `data-live`, with content rendered by the server.
 */
export function LivePages() {
  const { shell } = useApplication();
  const key = useStore(shell.router.store, (state) => state.key);
  const [filled, setFilled] = useState<Filled | null>(null);
  const [tries, setTries] = useState(0);
  const taken = useRef(new WeakSet<Element>());
  useEffect(() => {
    let here = true;
    const fill = (element: HTMLElement, Part: ComponentType | null): void => {
      if (!here) return;
      // The server's content is removed once; React owns the later content.
      if (!taken.current.has(element)) element.replaceChildren();
      taken.current.add(element);
      delete element.dataset["failed"];
      setFilled({ key, slot: element, Part });
    };
    // Pages are a separate React root: pending work of this root must be rendered before the page
    // is.
    queueMicrotask(() => {
      const element = document.querySelector<HTMLElement>("#content [data-live]");
      const load = PARTS[element?.dataset["live"] ?? ""];
      if (!here || !element || !load) return;
      load().then(
        (Part) => fill(element, Part),
        (error: unknown) => {
          shell.report(error);
          fill(element, null);
        },
      );
    });
    return () => {
      here = false;
    };
  }, [key, tries, shell]);
  // The previous page's placeholder is already gone.
  if (filled?.key !== key) return null;
  const { slot, Part } = filled;
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
    slot,
  );
}

/** Shown if the live part of a page fails. */
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
