import type { Page } from "playwright";

/**
 * Controls of the open dialog whose text does not fit: buttons, tabs, and the chosen option of
 * selects, each with the width that is there and that it needs, in pixels.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const context = document.createElement("canvas").getContext("2d")!;
    const root = document.querySelector("dialog[open]") ?? document.body;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      // Texts for screen readers have a box of one pixel.
      element.clientWidth > 1;
    for (const select of root.querySelectorAll("select")) {
      if (!isShown(select)) continue;
      const style = getComputedStyle(select);
      context.font = style.font;
      const text = select.selectedOptions[0]?.text ?? "";
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const needed = Math.ceil(context.measureText(text).width + padding);
      if (needed > select.clientWidth + 1)
        found.push(`select "${text}": ${needed} of ${select.clientWidth}`);
    }
    const names = "button, [role=tab], label, summary";
    for (const control of root.querySelectorAll(names))
      for (const element of [control, ...control.querySelectorAll("span, bdi, b")]) {
        if (!isShown(element) || element.textContent.trim() === "") continue;
        const { overflowX, textOverflow, display } = getComputedStyle(element);
        if (display === "inline" || element.scrollWidth <= element.clientWidth + 1) continue;
        // A name of the visitor's own may be longer than any control.
        if (overflowX === "visible" || (textOverflow === "ellipsis" && element.closest("[title]")))
          continue;
        const text = element.textContent.trim().slice(0, 60);
        found.push(`"${text}": ${element.scrollWidth} of ${element.clientWidth}`);
      }
    return [...new Set(found)];
  });
