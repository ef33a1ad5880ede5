import { GROWN_BY } from "../constants.ts";

export interface AutoResize {
  /** Call after setting the value in code. */
  fit(): void;
  /** Stops resizing; the current height stays. */
  stop(): void;
}

/** Keeps a textarea 10 px taller than its content, on input and when its width changes (CMP-2). */
export function attachAutoResize(field: HTMLTextAreaElement): AutoResize {
  const view = field.ownerDocument.defaultView!;
  let width = 0;

  function fit(): void {
    const page = field.ownerDocument.scrollingElement;
    const top = page?.scrollTop ?? 0;
    // Only a field without an explicit height reports the height of its content.
    field.style.setProperty("height", "auto");
    const content = field.scrollHeight;
    // A hidden field reports no height.
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
    // The page was shorter during the measurement, which may have changed the scroll position.
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
