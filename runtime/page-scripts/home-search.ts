import { find, findAll } from "./document.ts";
import type { Finder } from "./finder.ts";

/**
 * Shows only the cards of matching tools, the best first.
 * @param finderOf creates the finder; its argument is called when more data has loaded
 */
export function startHomeSearch(box: HTMLElement, finderOf: (again: () => void) => Finder): void {
  const input = find<HTMLInputElement>("input", box)!;
  const clear = find("[data-search-clear]", box)!;
  const status = find("[data-search-status]", box)!;
  const hint = find("#search-hint", box)!;
  const groups = findAll("[data-tool-group]");
  // A site without tools needs no search.
  if (groups.length === 0) return;
  const cards = new Map(
    groups
      .flatMap((group) => findAll("[data-tool]", group))
      .map((card) => [find("a", card)!.getAttribute("href")!, card]),
  );
  const results = find("ul", groups[0])!.cloneNode(false) as HTMLElement;
  const links = (): HTMLElement[] => findAll("a", results);

  let shows = 0;
  const show = (): void => {
    const query = input.value.trim();
    const found =
      query === "" ? [] : finder.find(query).flatMap(({ path }) => cards.get(path) ?? []);
    const focused = links().find((link) => link === document.activeElement);
    results.replaceChildren(...found.map((card) => card.cloneNode(true)));
    if (query === "") results.remove();
    else groups[0]!.before(results);
    for (const group of groups) group.hidden = query !== "";
    document.documentElement.toggleAttribute("data-searching", query !== "");
    clear.hidden = input.value === "";
    hint.hidden = found.length === 0;
    const { found: some, none, noneHint } = status.dataset;
    const number = new Intl.NumberFormat(document.documentElement.lang).format(found.length);
    const text =
      query === ""
        ? ""
        : found.length > 0
          ? some!.replace("{number}", number)
          : `${none!.replace("{query}", query)} ${noneHint}`;
    // Announced once: the number may grow with each part of the data.
    const turn = ++shows;
    status.textContent = "";
    void finder.settled.then(() => {
      if (turn === shows) status.textContent = text;
    });
    // More data arrived while the visitor was moving through the results: the focused result keeps
    // the focus.
    const href = focused?.getAttribute("href");
    if (focused) (links().find((link) => link.getAttribute("href") === href) ?? input).focus();
  };
  const reset = (): void => {
    input.value = "";
    show();
    input.focus();
  };
  const finder = finderOf(() => {
    if (input.value !== "") show();
  });

  input.addEventListener("input", show);
  clear.addEventListener("click", reset);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && input.value !== "") reset();
    else if (event.key === "Enter" && input.value.trim() !== "")
      void finder.answered.then(() => links()[0]?.click());
    else if (event.key === "ArrowDown") (links()[0] ?? find("a", groups[0]))?.focus();
    else return;
    event.preventDefault();
  });
  groups[0]!.parentElement!.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = results.isConnected
      ? links()
      : groups.flatMap((group) => findAll("[data-tool] a", group));
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    (all[at + step] ?? (step < 0 ? input : undefined))?.focus();
  });
  if (input.value !== "") show();
}
