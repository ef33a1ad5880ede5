import { TEXT_LIMIT } from "../constants.ts";
import { excessOf, fitText } from "./text-limit-cut.ts";

export interface TextLimitOptions {
  /** Limit in UTF-16 code units, as `value.length` counts. */
  readonly limit?: number;
  /** Called with the number of removed characters each time text is cut. */
  readonly onCut?: (count: number) => void;
}

export type TextLimitField = HTMLInputElement | HTMLTextAreaElement;

const hasFocus = (field: TextLimitField): boolean =>
  (field.getRootNode() as Document | ShadowRoot).activeElement === field;

/** Replaces the whole value of a field, and dispatches an input event for frameworks. */
function rewrite(field: TextLimitField, value: string, caret: number): void {
  if (field.selectionStart === null) {
    // The prototype's setter: React overrides the setter on the element.
    Reflect.set(Object.getPrototypeOf(field) as object, "value", value, field);
  } else {
    field.setRangeText(value, 0, field.value.length);
    field.setSelectionRange(caret, caret);
  }
  field.dispatchEvent(
    new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }),
  );
}

/** Removes a range from a field, as an undoable edit if the browser supports it. */
function takeOut(field: TextLimitField, start: number, end: number): void {
  const rest = field.value.slice(0, start) + field.value.slice(end);
  if (hasFocus(field) && field.selectionStart !== null) {
    field.setSelectionRange(start, end);
    field.ownerDocument.execCommand("delete");
  }
  if (field.value !== rest) rewrite(field, rest, start);
}

/**
 * Limits a field to 3000 characters, or a given number, on typing, pasting, dropping and composing
 * (CMP-2). Excess text is removed from the end of the last insertion, and the caret stays after it.
 * A field that is too long at the start may not grow. Returns a function that detaches the limit.
 */
export function attachTextLimit(
  field: TextLimitField,
  { limit = TEXT_LIMIT, onCut }: TextLimitOptions = {},
): () => void {
  let composing = false;
  let isFixing = false;
  /** Length of the field before the current input or composition. */
  let length = 0;
  let selected = 0;
  const note = (): void => {
    length = field.value.length;
    selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  };
  note();

  /** Input that fits only in part is inserted only in part, as one undo step. */
  function onBefore(event: Event): void {
    if (composing || isFixing) return;
    note();
    const { inputType, data, isComposing, cancelable } = event as InputEvent;
    if (isComposing || !cancelable || !hasFocus(field)) return;
    if (!/^insert(Text|FromPaste)$/.test(inputType) || !data) return;
    const text = data.replace(/\r\n?/g, "\n");
    const fitted = fitText(text, Math.max(limit, length) - length + selected);
    if (fitted === text) return;
    event.preventDefault();
    if (fitted !== "") field.ownerDocument.execCommand("insertText", false, fitted);
    onCut?.(text.length - fitted.length);
  }

  function onInput(event: Event): void {
    if (composing || isFixing) return;
    const inputType = (event as Partial<InputEvent>).inputType ?? "";
    const maxLength = Math.max(limit, length);
    if (field.value.length > maxLength) {
      isFixing = true;
      try {
        if (inputType.startsWith("history")) stepOn(inputType);
        else cut(maxLength, inputType === "insertFromDrop" ? 0 : selected);
        if (field.value.length > maxLength)
          takeOut(field, fitText(field.value, maxLength).length, field.value.length);
      } finally {
        isFixing = false;
      }
    }
    note();
  }

  /** @param replaced number of characters that the insertion replaced */
  function cut(maxLength: number, replaced: number): void {
    const { value, selectionEnd } = field;
    const caret = selectionEnd ?? value.length;
    const from = Math.max(0, caret - (value.length - length + replaced));
    takeOut(field, ...excessOf(value, maxLength, { from, caret }));
    onCut?.(value.length - field.value.length);
  }

  /** If an undo restores text that was cut, a second undo follows. */
  function stepOn(inputType: string): void {
    field.ownerDocument.execCommand(inputType === "historyRedo" ? "redo" : "undo");
  }

  function onStart(): void {
    note();
    composing = true;
  }
  function onEnd(event: Event): void {
    composing = false;
    onInput(event);
  }

  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["beforeinput", onBefore],
    ["input", onInput],
    ["compositionstart", onStart],
    ["compositionend", onEnd],
  ];
  for (const [type, listener] of listeners) field.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of listeners) field.removeEventListener(type, listener);
  };
}
