import { moveAway } from "./move.ts";
import css from "./show-arrival.module.css";

/**
 * Shows how the name of an added file moves from the drop zone to its row, or to the button of the
 * list where that is folded.
 * @param zone where the drop zone was when the file was added
 * @param layer above everything else
 */
export function showArrival(
  { id, name }: { readonly id: string; readonly name: string },
  zone: DOMRect,
  layer: HTMLElement,
): void {
  const target = [`[data-file="${id}"] bdi`, '[data-bar="files"]']
    .map((selector) => layer.querySelector(selector))
    .find((element) => element?.checkVisibility());
  if (!target) return;
  const copy = document.createElement("span");
  copy.textContent = name;
  copy.className = css["name"]!;
  copy.setAttribute("aria-hidden", "true");
  layer.append(copy);
  moveAway(copy, zone, target.getBoundingClientRect());
}
