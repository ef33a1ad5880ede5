import { editorLink } from "./editor-link.ts";
import type { ShownFinding } from "../page-facts.ts";

const STYLE = `
:host { all: initial; }
dialog {
  position: fixed; inset: 0; inline-size: min(60rem, calc(100vw - 2rem)); max-block-size: calc(100vh - 4rem);
  margin: auto; padding: 0; border: 0; border-block-start: 6px solid #d64545; border-radius: 10px; overflow: auto;
  background: #1d1b18; color: #f3efe6; font: 15px/1.5 system-ui, sans-serif; box-shadow: 0 20px 60px rgb(0 0 0 / 50%);
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 1rem 1.25rem 0; }
h1 { margin: 0; font-size: 1rem; font-weight: 600; color: #ff9d8f; }
button { font: inherit; color: inherit; background: #37332d; border: 1px solid #5b554b; border-radius: 6px; padding: .25rem .75rem; cursor: pointer; }
button:focus-visible, a:focus-visible, section:focus-visible { outline: 3px solid #ffb454; outline-offset: 2px; }
section { padding: .5rem 1.25rem 1rem; }
section + section { border-block-start: 1px solid #3a362f; }
h2 { margin: .5rem 0 0; font-size: 1.125rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; direction: ltr; text-align: start; unicode-bidi: plaintext; }
code { color: #ffcb7d; overflow-wrap: anywhere; }
.place { color: inherit; }
pre { margin: .5rem 0; padding: .75rem 1rem; overflow: auto; background: #12110f; border-radius: 6px; }
p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.fix { color: #c8e6a0; }
`;

export interface Overlay {
  /**
   * Shows the errors, or closes if there are none.
   * @param elsewhere errors of other files; listed after those of the page, and do not open the
   *   overlay
   */
  show(findings: readonly ShownFinding[], elsewhere?: readonly ShownFinding[]): void;
}

/**
 * An overlay of errors with file, line and source text. Escape dismisses it until something
 * changes.
 */
export function createOverlay(document: Document): Overlay {
  const host = document.createElement("toolkit-overlay");
  const root = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = STYLE;
  const dialog = document.createElement("dialog");
  dialog.lang = "en";
  dialog.dir = "ltr";
  root.append(style, dialog);
  let shown = "[][]";

  const element = (name: string, text: string, className = ""): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const sectionOf = (found: ShownFinding): HTMLElement => {
    const section = document.createElement("section");
    section.append(element("h2", found.title));
    if (found.place) {
      const location = element("code", "");
      location.append(editorLink(document, found.place));
      section.append(location);
    }
    section.append(element("p", found.message));
    if (found.frame) section.append(element("pre", found.frame));
    if (found.fix) section.append(element("p", found.fix, "fix"));
    return section;
  };
  const count = (list: readonly ShownFinding[]): string =>
    list.length === 1 ? "1 error" : `${list.length} errors`;
  function fill(findings: readonly ShownFinding[], elsewhere: readonly ShownFinding[]): void {
    const header = document.createElement("header");
    const rest = elsewhere.length > 0 ? `, and ${count(elsewhere)} in other files` : "";
    const title = element("h1", count(findings) + rest);
    title.id = "title";
    dialog.setAttribute("aria-labelledby", "title");
    const close = element("button", "Close (Esc)");
    close.addEventListener("click", () => dialog.close());
    header.append(title, close);
    dialog.replaceChildren(header, ...[...findings, ...elsewhere].map(sectionOf));
  }
  return {
    show(findings, elsewhere = []) {
      const own = JSON.stringify(findings);
      const now = own + JSON.stringify(elsewhere);
      if (now === shown) return;
      // A dismissed overlay stays dismissed if errors are only appended.
      const isPutAway = shown.startsWith(own) && !dialog.open;
      shown = now;
      if (findings.length === 0) {
        dialog.close();
        host.remove();
        return;
      }
      fill(findings, elsewhere);
      if (isPutAway) return;
      document.documentElement.append(host);
      if (!dialog.open) dialog.showModal();
    },
  };
}
