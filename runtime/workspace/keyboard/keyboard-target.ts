import type { KeyTarget } from "../../contract/shortcuts/keyboard.ts";

const TYPING =
  "input:not([type=checkbox],[type=radio],[type=range],[type=button],[type=submit],[type=reset],[type=color],[type=file]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox]";
const BOTH =
  "button, summary, input[type=file], input[type=color], input[type=button], input[type=submit], [role=button], [role=switch], [role=tab], [role=menuitem], [role=option]";
const ARROWS =
  "input[type=range], input[type=radio], audio, video, [role=slider], [role=spinbutton], [role=tab], [role=radio], [role=menuitem], [role=option], [role=separator][tabindex], [data-keys=own]";

/**
 * Inspects the target of a key press; targets that are not elements, such as the document, handle
 * no keys.
 */
export function readTarget(target: EventTarget | null): KeyTarget {
  const element = target as Partial<Element> | null;
  const is = (selector: string): boolean => element?.closest?.(selector) != null;
  const pressed = is(BOTH)
    ? "both"
    : is("a[href]")
      ? "enter"
      : is("input[type=checkbox], input[type=radio], audio, video")
        ? "space"
        : null;
  return { typing: is(TYPING), pressed, arrows: is(ARROWS), inList: is("[data-file-list]") };
}
