import { find } from "./document.ts";

/** The line of a drop zone that says what becomes of files that were brought. */
export interface ZoneRow {
  /** Shows their names at once, and goes on when they have been seen. */
  take(files: readonly Pick<File, "name">[], then: () => void): void;
}

/** @param afterPaint calls back once what was changed can be seen */
export function createZoneRow(
  zone: ParentNode,
  signal: AbortSignal,
  {
    document,
    afterPaint,
  }: { readonly document: EventTarget; readonly afterPaint: (then: () => void) => void },
): ZoneRow {
  const row = find<HTMLOutputElement>("[data-zone-row]", zone);
  const show = (text: string): void => {
    if (row) row.textContent = text;
  };
  // The workspace takes the focus as soon as it is there.
  const hear = (event: Event): void => {
    if ((event.target as Element | null)?.closest?.("dialog")) show("");
  };
  document.addEventListener("focusin", hear, { signal });
  // The page itself says what becomes of them.
  document.addEventListener("toolkit:taken", () => show(""), { signal });
  document.addEventListener(
    "toolkit:failed",
    () => {
      if (row?.textContent) show(row.dataset["failed"] ?? "");
    },
    { signal },
  );
  return {
    take(files, then) {
      const names = files.map(({ name }) => name).join(", ");
      show((row?.dataset["opening"] ?? "*").replace("*", () => names));
      afterPaint(then);
    },
  };
}

/** In a tab that is not seen nothing is painted. */
export const afterPaint = (then: () => void): void => {
  if (document.hidden) then();
  else requestAnimationFrame(() => setTimeout(then));
};
