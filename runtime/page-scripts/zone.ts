import { find } from "./document.ts";
import { afterPaint, createZoneRow } from "./zone-row.ts";

/**
 * The drop zone accepts files that are dropped anywhere on the page, chosen or pasted, and
 * dispatches them as the event `toolkit:files`. While the tool is not available, a drop is ignored,
 * and the browser does not navigate to the file.
 * @param signal removes the listeners
 */
export function startZone(root: ParentNode, signal: AbortSignal): void {
  const zone = find("[data-zone]", root);
  if (!zone) return;
  const open = zone.dataset["state"] === "idle";
  const row = createZoneRow(zone, signal, { document, afterPaint });
  const hand = (files: readonly File[]): void => {
    if (!open || files.length === 0) return;
    row.take(files, () =>
      zone.dispatchEvent(new CustomEvent("toolkit:files", { detail: { files }, bubbles: true })),
    );
  };
  const carriesFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const over = (on: boolean): void => {
    zone.toggleAttribute("data-over", on && open);
  };
  addEventListener(
    "dragenter",
    (event) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      over(true);
    },
    { signal },
  );
  addEventListener(
    "dragleave",
    (event) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) over(false);
    },
    { signal },
  );
  addEventListener(
    "dragover",
    (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = open ? "copy" : "none";
    },
    { signal },
  );
  addEventListener(
    "drop",
    (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      over(false);
      hand([...(event.dataTransfer?.files ?? [])]);
    },
    { signal },
  );
  addEventListener("paste", (event) => hand([...(event.clipboardData?.files ?? [])]), { signal });
  // On the zone itself, because its content may be replaced.
  zone.addEventListener(
    "change",
    ({ target }) => {
      const chooser = target as HTMLInputElement;
      if (chooser.dataset["zoneFile"] === undefined) return;
      hand([...(chooser.files ?? [])]);
      chooser.value = "";
    },
    { signal },
  );
}
