import { editorLink } from "./editor-link.ts";
import { PANEL_STYLE } from "./panel-style.ts";
import type { PageFacts, ShownFinding, Translation } from "../page-facts.ts";

const OPEN = "toolkit_dev_panel";
const MARKS: Readonly<Record<Translation["state"], readonly [mark: string, word: string]>> = {
  source: ["●", "source"],
  fresh: ["✓", "translated"],
  stale: ["~", "out of date"],
  missing: ["✗", "not translated"],
};

type Child = Node | string;
function element(name: string, attributes: Readonly<Record<string, string>>, ...children: Child[]) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const facts = async (): Promise<PageFacts> => {
  const response = await fetch(`/@toolkit/page.json?path=${encodeURIComponent(location.pathname)}`);
  return (await response.json()) as PageFacts;
};

const search = ({ title, description, address, locale }: PageFacts): HTMLElement =>
  element(
    "div",
    { class: "search", lang: locale, dir: "auto" },
    element(
      "p",
      { class: "address", dir: "ltr" },
      address.replace(/^https?:\/\//, "").replaceAll("/", " › "),
    ),
    element("p", { class: "title" }, title),
    element("p", { class: "text" }, description),
  );

const card = ({ shared, description, image, address, locale }: PageFacts): HTMLElement =>
  element(
    "div",
    { class: "card", lang: locale, dir: "auto" },
    ...(image
      ? [
          element("img", {
            src: image,
            alt: "Picture that is shared",
            width: "1200",
            height: "630",
          }),
        ]
      : []),
    element(
      "div",
      {},
      element("p", { class: "text", dir: "ltr" }, new URL(address).host),
      element("p", { class: "title" }, shared),
      element("p", { class: "text" }, description),
    ),
  );

const translations = (list: readonly Translation[]): HTMLElement =>
  element(
    "ul",
    { class: "locales" },
    ...list.map(({ locale, name, state, sections }) =>
      element(
        "li",
        {},
        element(
          "span",
          { class: state, role: "img", "aria-label": MARKS[state][1] },
          MARKS[state][0],
        ),
        element("span", { lang: locale }, name),
        element("span", { class: "sections" }, sections.join(", ")),
      ),
    ),
  );

const findings = (list: readonly ShownFinding[]): HTMLElement =>
  list.length === 0
    ? element("p", {}, "None on this page.")
    : element(
        "ul",
        { class: "findings" },
        ...list.map(({ message, place, fix }) =>
          element(
            "li",
            {},
            element("code", {}, editorLink(document, place)),
            element("p", {}, message),
            element("p", {}, fix),
          ),
        ),
      );

/**
 * A side panel that shows the page as search engines, social networks and translators will see it.
 */
export function createPanel() {
  const host = element("toolkit-panel", { lang: "en", dir: "ltr" });
  const root = host.attachShadow({ mode: "open" });
  const location = element("div", {});
  root.append(element("style", {}, PANEL_STYLE), location);
  document.documentElement.append(host);
  let isOpen = localStorage.getItem(OPEN) === "yes";
  let known: PageFacts | null = null;
  let elsewhere: readonly ShownFinding[] = [];

  function toggle(open: boolean): void {
    isOpen = open;
    localStorage.setItem(OPEN, open ? "yes" : "no");
    draw();
    root.querySelector<HTMLElement>("button")?.focus();
  }
  const count = ({ warnings, translations: list }: PageFacts): number =>
    warnings.length +
    elsewhere.length +
    list.filter(({ state }) => state === "stale" || state === "missing").length;

  /** Replaces the content and restores the focus, or focuses the first button. */
  function show(next: Element): void {
    const had = root.activeElement;
    location.replaceChildren(next);
    if (had === null) return;
    const same = Array.from(root.querySelectorAll<HTMLElement>("a, button")).find(
      ({ localName, textContent }) =>
        localName === had.localName && textContent === had.textContent,
    );
    (same ?? root.querySelector<HTMLElement>("button"))?.focus();
  }

  function draw(): void {
    if (!known) return;
    const badge = known.draft ? [element("span", { class: "badge draft" }, "Draft")] : [];
    if (!isOpen) {
      const open = count(known);
      const button = element(
        "button",
        { class: "open", type: "button", "aria-expanded": "false" },
        "Page",
        ...badge,
      );
      if (open > 0) button.append(element("span", { class: "badge" }, String(open)));
      button.addEventListener("click", () => toggle(true));
      show(button);
      return;
    }
    const close = element("button", { type: "button", "aria-expanded": "true" }, "Hide (Esc)");
    close.addEventListener("click", () => toggle(false));
    const aside = element(
      "aside",
      { "aria-label": "About this page" },
      element("header", {}, element("h1", {}, "Page ", ...badge), close),
      ...(known.file
        ? [element("p", {}, element("code", {}, editorLink(document, known.file)))]
        : []),
      ...(known.draft ? [element("p", {}, "A draft: `toolkit build` leaves it out.")] : []),
      element("h2", {}, "Search result"),
      search(known),
      element("h2", {}, "Shared link"),
      card(known),
      element("h2", {}, "Warnings"),
      findings(known.warnings),
      ...(elsewhere.length > 0
        ? [element("h2", {}, "Errors in other files"), findings(elsewhere)]
        : []),
      ...(known.translations.length > 0
        ? [element("h2", {}, "Translations"), translations(known.translations)]
        : []),
    );
    aside.addEventListener("keydown", (event) => {
      if (event.key === "Escape") toggle(false);
    });
    show(aside);
  }

  // Alt+Shift+P everywhere: no page uses this shortcut.
  document.addEventListener("keydown", (event) => {
    if (event.altKey && event.shiftKey && event.code === "KeyP") toggle(!isOpen);
  });
  return {
    /** Updates the panel after navigation or a change of the page's files. */
    async renew(): Promise<void> {
      const next = await facts();
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next.kind === null ? null : next;
      host.hidden = known === null;
      draw();
    },
    /** Shows errors of files that are not part of the page. */
    showElsewhere(list: readonly ShownFinding[]): void {
      elsewhere = list;
      draw();
    },
  };
}
