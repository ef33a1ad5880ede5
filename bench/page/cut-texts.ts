import type { Page } from "playwright";

/**
 * Controls of the open dialog whose text does not fit: buttons, tabs, and the chosen option of
 * selects, each with the width that is there and that it needs, in pixels. And controls that are
 * outside the window, where nothing scrolls to them.
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
    // A row of controls may scroll sideways; a whole panel may not.
    const isScrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at === root || at.matches("[data-pane]")) return false;
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      }
      return false;
    };
    for (const control of root.querySelectorAll("button, input, select, textarea, a[href]")) {
      const { left, right, width } = control.getBoundingClientRect();
      const isOutside = left < -1 || right > document.documentElement.clientWidth + 1;
      if (!isOutside || width <= 1 || !isShown(control) || isScrolled(control)) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent.trim();
      found.push(
        `${control.localName} "${name.slice(0, 40)}" outside the window: ${Math.round(left)} to ${Math.round(right)}`,
      );
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
