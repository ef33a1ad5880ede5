import X from "lucide-react/icons/x";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useT } from "../i18n/context.tsx";
import { type Notice, type NoticeStore, formatText } from "./notices.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Toast } from "../ui/Toast.tsx";
import { LAYERS_CHANGED, topLayer } from "../ui/layer.ts";
import { positionNotices } from "./notice-position.ts";
import css from "./notices.module.css";

/**
 * Renders all notices. It is rendered once, at the start, so that its live regions exist before the
 * first message arrives. F6 moves the focus to the notices and back; Escape dismisses the focused
 * notice.
 */
export function Notices({ store }: { readonly store: NoticeStore }) {
  const t = useT();
  const shown = useStore(store, (state) => state.shown);
  const host = useHost();
  const section = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  usePosition(host, shown.length);

  useEffect(() => {
    const onVisibility = (): void =>
      document.hidden ? store.hold("hidden") : store.release("hidden");
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const region = section.current;
      if (event.key !== "F6" || event.ctrlKey || event.metaKey || event.altKey || !region) return;
      if (region.contains(document.activeElement)) before.current?.focus();
      else if (store.getState().shown.length > 0) region.focus();
      else return;
      event.preventDefault();
    };
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [store]);

  // Removing an element under the pointer or the focus fires no leave or blur event.
  useEffect(() => {
    if (!section.current?.matches(":hover")) store.release("hover");
    if (!section.current?.contains(document.activeElement)) store.release("focus");
  }, [store, shown]);

  const leave = (): void => {
    before.current?.focus();
    const focused = document.activeElement;
    // No element to return the focus to: a focus that stays here would hold the other notices
    // forever.
    if (focused instanceof HTMLElement && section.current?.contains(focused)) focused.blur();
  };
  const dismiss = (id: string, by: "key" | "pointer"): void => {
    const region = section.current;
    if (region?.contains(document.activeElement)) {
      if (by === "key" && store.getState().shown.length > 1) region.focus();
      else leave();
    }
    store.dismiss(id);
  };
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
    store.hold("focus");
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) store.release("focus");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id =
      event.target instanceof HTMLElement
        ? event.target.closest<HTMLElement>("[data-notice]")?.dataset["notice"]
        : undefined;
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (id) dismiss(id, "key");
    else leave();
  };

  const cards = (loud: boolean) =>
    shown
      .filter(({ weight }) => (weight === "bad") === loud)
      .map((notice) => (
        <Card key={notice.id} notice={notice} onDismiss={(by) => dismiss(notice.id, by)} />
      ));
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its buttons
    <section
      ref={section}
      className={css["region"]}
      aria-label={t("account:notices.label")}
      tabIndex={-1}
      onPointerEnter={() => store.hold("hover")}
      onPointerLeave={() => store.release("hover")}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <div className={css["live"]} role="alert" aria-atomic="false" aria-relevant="additions">
        {cards(true)}
      </div>
      <div className={css["live"]} aria-live="polite" aria-atomic="false" aria-relevant="additions">
        {cards(false)}
      </div>
    </section>,
    host,
  );
}

function Card({
  notice,
  onDismiss,
}: {
  readonly notice: Notice;
  readonly onDismiss: (by: "key" | "pointer") => void;
}) {
  const t = useT();
  const { id, kind, weight, title, text, action, box, brief } = notice;
  // A click by keyboard has a detail of 0.
  const by = ({ detail }: MouseEvent) => (detail === 0 ? "key" : "pointer");
  return (
    <div className={css["card"]} data-notice={id} data-kind={kind}>
      <Toast
        weight={weight}
        {...(brief && { brief })}
        {...(title !== null && { title: formatText(title, t) })}
        {...((action ?? box) && {
          actions: (
            <>
              {action && (
                <Button
                  small
                  look="secondary"
                  onClick={(event) => {
                    onDismiss(by(event));
                    action.run();
                  }}
                >
                  {formatText(action.label, t)}
                </Button>
              )}
              {box && (
                <label className={css["box"]}>
                  <input
                    type="checkbox"
                    defaultChecked={box.checked}
                    onChange={({ target }) => box.onChange(target.checked)}
                  />
                  {formatText(box.label, t)}
                </label>
              )}
            </>
          ),
        })}
        corner={
          <IconButton
            label={t("account:notices.dismiss")}
            onClick={(event) => onDismiss(by(event))}
          >
            <X />
          </IconButton>
        }
      >
        {formatText(text, t)}
      </Toast>
    </div>
  );
}

/** An element that is always in the top layer: a modal dialog makes everything else inert. */
function useHost(): HTMLElement {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = css["host"] ?? "";
    element.dataset["notices"] = "";
    return element;
  });
  useLayoutEffect(() => {
    const move = (): void => {
      const parent = topLayer() ?? document.body;
      if (host.parentElement !== parent) parent.append(host);
    };
    move();
    document.addEventListener(LAYERS_CHANGED, move);
    return () => {
      document.removeEventListener(LAYERS_CHANGED, move);
      host.remove();
    };
  }, [host]);
  return host;
}

/** Keeps the notices off the elements that must not be covered, also when those appear or move. */
function usePosition(host: HTMLElement, count: number): void {
  useLayoutEffect(() => {
    if (count === 0) return;
    let frame = 0;
    const position = (): void => positionNotices(host, document.activeElement);
    const positionSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(position);
    };
    position();
    const ends = new AbortController();
    const { signal } = ends;
    for (const name of ["focusin", LAYERS_CHANGED, "scrollend"])
      document.addEventListener(name, positionSoon, { signal, capture: true });
    window.addEventListener("resize", positionSoon, { signal });
    const changes = new MutationObserver(positionSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      ends.abort();
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [host, count]);
}
