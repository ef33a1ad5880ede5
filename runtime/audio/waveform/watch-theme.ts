/** Repaints when the page's colors around an element change. @returns stops watching */
export function watchTheme(element: Element, paint: () => void): () => void {
  const watch = new MutationObserver(paint);
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.dataset["theme"] !== undefined || at.tagName === "HTML")
      watch.observe(at, { attributeFilter: ["data-theme"] });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", paint);
  return () => {
    watch.disconnect();
    dark.removeEventListener("change", paint);
  };
}
