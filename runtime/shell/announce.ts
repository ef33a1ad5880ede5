/** Announces a page's title to screen readers (NAV-4). */
export function announce(document: Document, text: string): void {
  let region = document.getElementById("toolkit-announcer");
  if (!region) {
    region = document.createElement("div");
    region.id = "toolkit-announcer";
    region.className = "visually-hidden";
    region.setAttribute("aria-live", "polite");
    region.setAttribute("aria-atomic", "true");
    document.body.append(region);
  }
  region.textContent = text;
}
