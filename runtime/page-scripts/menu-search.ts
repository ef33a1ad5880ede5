import { find, findAll } from "./document.ts";
import css from "./menu-search.module.css";
import type { Finder } from "./finder.ts";

/** Maximum number of results: as many as fit on a phone above its keyboard. */
const MAX_RESULTS = 8;

interface MenuSearchInput {
  /** Stops the search. */
  readonly signal: AbortSignal;
  /** Creates the finder; its argument is called when more data has loaded. */
  readonly finderOf: (again: () => void) => Finder;
}

/** The search field in the tool menu: a combobox, whose list replaces the menu's groups. */
export function startMenuSearch(
  menu: HTMLDetailsElement,
  { signal, finderOf }: MenuSearchInput,
): void {
  const box = find("[data-find]", menu)!;
  const input = find<HTMLInputElement>("input", box)!;
  const list = Object.assign(document.createElement("div"), {
    id: input.getAttribute("aria-controls")!,
    role: "listbox",
    ariaLabel: input.ariaLabel,
    className: css["list"],
  });
  const status = find("output", box)!;
  const options = (): HTMLElement[] => findAll("[role=option]", list);
  let active = 0;
  let shows = 0;

  const activate = (at: number): void => {
    const all = options();
    active = all.length === 0 ? 0 : (at + all.length) % all.length;
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === active)));
    const current = all[active];
    if (current) input.setAttribute("aria-activedescendant", current.id);
    else input.removeAttribute("aria-activedescendant");
    current?.scrollIntoView({ block: "nearest" });
  };
  /** @param chosen path of the option to keep active, if it is among the results */
  const show = (chosen?: string | null): void => {
    const query = input.value.trim();
    const found = query === "" ? [] : finder.find(query).slice(0, MAX_RESULTS);
    list.replaceChildren(
      ...found.map(({ path, name, available }, at) => {
        const option = Object.assign(document.createElement("a"), {
          id: `${list.id}-${at}`,
          href: path,
          role: "option",
          tabIndex: -1,
          className: css["option"],
        });
        const text = Object.assign(document.createElement("bdi"), { textContent: name });
        const mark = Object.assign(document.createElement("small"), {
          textContent: box.dataset["building"]!,
        });
        const glyph = find(`a[href="${path}"] svg`, menu)?.cloneNode(true);
        option.append(...(glyph ? [glyph] : []), text, ...(available ? [] : [mark]));
        return option;
      }),
    );
    if (found.length > 0) input.after(list);
    else list.remove();
    input.setAttribute("aria-expanded", String(found.length > 0));
    for (const part of box.parentElement!.children)
      if (part !== box) (part as HTMLElement).hidden = query !== "";
    const text =
      query !== "" && found.length === 0 ? box.dataset["none"]!.replace("{query}", query) : "";
    // More of the data may find something.
    const turn = ++shows;
    status.textContent = "";
    void finder.settled.then(() => {
      if (turn === shows) status.textContent = text;
    });
    const at = found.findIndex(({ path }) => path === chosen);
    activate(Math.max(at, 0));
  };
  const reset = (): void => {
    input.value = "";
    show();
  };
  const finder = finderOf(() => {
    // An option that the visitor chose stays active; the first option was only the default.
    if (input.value !== "") show(active > 0 ? options()[active]?.getAttribute("href") : null);
  });

  input.addEventListener("input", () => show(), { signal });
  input.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || input.value.trim() === "") return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) activate(active + step);
      else if (event.key === "Enter") void finder.answered.then(() => options()[active]?.click());
      else if (event.key === "Escape") reset();
      else return;
      event.preventDefault();
    },
    { signal },
  );
  // A query belongs to the page on which it was typed.
  signal.addEventListener("abort", reset);
  menu.addEventListener("toggle", () => menu.open || reset(), { signal });
  if (input.value !== "") show();
}
