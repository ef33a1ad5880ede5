import { GROWN_BY } from "../constants.ts";

export interface AutoResize {
  /** To be called when the value was set by a program. */
  fit(): void;
  /** Leaves the field as high as it is. */
  stop(): void;
}

/** Keeps a textarea 10 px higher than its content, on input and when its width changes (CMP-2). */
export function attachAutoResize(field: HTMLTextAreaElement): AutoResize {
  const view = field.ownerDocument.defaultView!;
  let width = 0;

  function fit(): void {
    const page = field.ownerDocument.scrollingElement;
    const top = page?.scrollTop ?? 0;
    // Only a field without a height of its own tells how high its content is.
    field.style.setProperty("height", "auto");
    const content = field.scrollHeight;
    // Nothing is known of a field that is not shown.
    if (content === 0) {
      field.style.removeProperty("height");
      return;
    }
    const { boxSizing, paddingTop, paddingBottom } = view.getComputedStyle(field);
    const frame =
      boxSizing === "border-box"
        ? field.offsetHeight - field.clientHeight
        : -Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    field.style.setProperty("height", `${content + frame + GROWN_BY}px`);
    // The page was shorter for a moment.
    if (page && page.scrollTop !== top) page.scrollTop = top;
  }

  const observer = new view.ResizeObserver(([entry]) => {
    const now = entry!.contentRect.width;
    if (now !== width) fit();
    width = now;
  });
  observer.observe(field);
  field.addEventListener("input", fit);
  fit();
  return {
    fit,
    stop() {
      observer.disconnect();
      field.removeEventListener("input", fit);
    },
  };
}
