import type { ComponentType } from "react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useApplication } from "../application/application.ts";
import { Boundary } from "../application/Boundary.tsx";
import { useT } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Feedback.tsx";

/** What fills the places that pages keep for it, by the value of `data-live`. */
const PARTS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  pricing: () => import("./PricingLive.tsx").then(({ PricingLive }) => PricingLive),
  subscription: () =>
    import("./SubscriptionLive.tsx").then(({ SubscriptionLive }) => SubscriptionLive),
  history: () => import("./HistoryLive.tsx").then(({ HistoryLive }) => HistoryLive),
  podcast: () => import("./PodcastLive.tsx").then(({ PodcastLive }) => PodcastLive),
  settings: () => import("./SettingsLive.tsx").then(({ SettingsLive }) => SettingsLive),
};

interface Filled {
  /** Of the showing that the place belongs to. */
  readonly key: number;
  readonly place: HTMLElement;
  readonly Part: ComponentType;
}

/**
 * The part of the shown page that depends on who looks at it. Pages keep a place for it, `data-live`,
 * in which the server has written what stands there until then.
 */
export function LivePages() {
  const { shell } = useApplication();
  const t = useT();
  const key = useStore(shell.router.store, (state) => state.key);
  const [filled, setFilled] = useState<Filled | null>(null);
  useEffect(() => {
    const place = document.querySelector<HTMLElement>("#content [data-live]");
    const load = PARTS[place?.dataset["live"] ?? ""];
    if (!place || !load) return;
    let here = true;
    load()
      .then((Part) => {
        if (!here) return;
        place.replaceChildren();
        setFilled({ key, place, Part });
      })
      .catch(shell.report);
    return () => {
      here = false;
      setFilled(null);
    };
  }, [key, shell]);
  // The place of the page before is gone by now.
  if (filled?.key !== key) return null;
  const { place, Part } = filled;
  return createPortal(
    <Boundary
      key={key}
      onError={shell.report}
      fallback={(retry) => (
        <Notice
          weight="bad"
          title={t("pages:error.500.title")}
          actions={<Button onClick={retry}>{t("pages:account.retry")}</Button>}
        />
      )}
    >
      <Part />
    </Boundary>,
    place,
  );
}
