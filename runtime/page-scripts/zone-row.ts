import { find } from "./document.ts";

/** The status line of a drop zone, which reports on files that were added. */
export interface ZoneRow {
  /** Shows the file names at once, and calls `then` after they have been painted. */
  take(files: readonly Pick<File, "name">[], then: () => void): void;
}

/** @param afterPaint calls back once the change has been painted */
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
  // The workspace takes the focus when it opens.
  const onEvent = (event: Event): void => {
    if ((event.target as Element | null)?.closest?.("dialog")) show("");
  };
  document.addEventListener("focusin", onEvent, { signal });
  // The page reports the further progress.
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

/** A hidden tab is never painted. */
export const afterPaint = (then: () => void): void => {
  if (document.hidden) then();
  else requestAnimationFrame(() => setTimeout(then));
};
