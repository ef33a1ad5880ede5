import { find, findAll } from "./document.ts";

/** Lower case, without accents, full-width forms and Arabic vowel signs: what people type. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLocaleLowerCase()
    .replaceAll("ß", "ss")
    .replace(/\s+/g, " ")
    .trim();

interface Card {
  readonly item: HTMLElement;
  readonly name: string;
  readonly text: string;
}

/**
 * Filters the tool cards in the page: every word typed must occur in name, tagline or group.
 * @param signal ends what it listens to outside of the search itself
 */
export function startSearch(root: ParentNode, signal: AbortSignal): void {
  // The page before may have been left in the middle of a search.
  document.documentElement.removeAttribute("data-searching");
  const search = find("[data-search]", root);
  const input = search && find<HTMLInputElement>("input", search);
  if (!search || !input) return;
  const clear = find("[data-search-clear]", search)!;
  const status = find("[data-search-status]", search)!;
  const hint = find("#search-hint", search)!;
  const groups = findAll("[data-tool-group]").map((group) => {
    const title = folded(group.firstElementChild?.textContent ?? "");
    return {
      group,
      cards: findAll("[data-tool]", group).map((item): Card => ({
        item,
        name: folded(find("a", item)?.textContent ?? ""),
        text: `${title} ${folded(item.textContent)}`,
      })),
    };
  });
  const links = (): HTMLElement[] =>
    findAll("[data-tool]:not([hidden]) a").filter((link) => !link.closest("[hidden]"));

  const filter = (): void => {
    const words = folded(input.value).split(" ").filter(Boolean);
    let found = 0;
    for (const { group, cards } of groups) {
      let shown = 0;
      for (const { item, text } of cards) {
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) shown += 1;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    document.documentElement.toggleAttribute("data-searching", words.length > 0);
    clear.hidden = input.value === "";
    hint.hidden = words.length === 0 || found === 0;
    const { found: some, none, noneHint } = status.dataset;
    const number = new Intl.NumberFormat(document.documentElement.lang).format(found);
    status.textContent =
      words.length === 0
        ? ""
        : found > 0
          ? some!.replace("{number}", number)
          : `${none!.replace("{query}", input.value.trim())} ${noneHint}`;
  };
  const reset = (): void => {
    input.value = "";
    filter();
    input.focus();
  };

  input.addEventListener("input", filter);
  clear.addEventListener("click", reset);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && input.value !== "") reset();
    else if (event.key === "Enter" && input.value.trim() !== "") best(input.value)?.click();
    else if (event.key === "ArrowDown") links()[0]?.focus();
    else return;
    event.preventDefault();
  });
  // The result whose name has the words, before one that only mentions them.
  const best = (query: string): HTMLElement | undefined => {
    const words = folded(query).split(" ");
    const cards = groups.flatMap(({ cards }) => cards).filter(({ item }) => !item.hidden);
    const first = cards.find(({ name }) => words.every((word) => name.includes(word))) ?? cards[0];
    return first && (find("a", first.item) ?? undefined);
  };
  find("[data-tools]")?.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    (all[at + step] ?? (step < 0 ? input : undefined))?.focus();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if ((target as HTMLElement).closest("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      input.focus();
    },
    { signal },
  );
  // The browser may have kept the text while the page was away.
  if (input.value !== "") filter();
}
