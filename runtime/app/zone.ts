import { find } from "./document.ts";

/**
 * The drop zone takes files that are dropped anywhere on the page, chosen or pasted, and hands them
 * on as the event `toolkit:files`. While the tool behind it does not exist, a drop changes nothing,
 * and the browser does not leave the page to show the file.
 */
export function startZone(): void {
  const zone = find("[data-zone]");
  if (!zone) return;
  const open = zone.dataset["state"] === "idle";
  const hand = (files: readonly File[]): void => {
    if (open && files.length > 0)
      zone.dispatchEvent(new CustomEvent("toolkit:files", { detail: { files }, bubbles: true }));
  };
  const carriesFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const over = (on: boolean): void => {
    zone.toggleAttribute("data-over", on && open);
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    over(true);
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) over(false);
  });
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = open ? "copy" : "none";
  });
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    over(false);
    hand([...(event.dataTransfer?.files ?? [])]);
  });
  addEventListener("paste", (event) => hand([...(event.clipboardData?.files ?? [])]));
  const chooser = find<HTMLInputElement>("[data-zone-file]", zone);
  chooser?.addEventListener("change", () => {
    hand([...(chooser.files ?? [])]);
    chooser.value = "";
  });
}
