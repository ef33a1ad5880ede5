import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n/context.tsx";
import { stemLength } from "../../contract/texts.ts";
import css from "./tray.module.css";

/** A text field for a file name: Enter and blur apply it, Escape cancels. */
export function RenameField({
  name,
  onDone,
}: {
  readonly name: string;
  /** @param name null for no change */
  readonly onDone: (name: string | null) => void;
}) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useLayoutEffect(() => {
    // The menu that opened it restores the focus first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      // The extension stays unselected, since it is rarely changed.
      field.current?.setSelectionRange(0, stemLength(field.current.value));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const end = (given: string | null): void => {
    if (done.current) return;
    done.current = true;
    const clean = given?.trim() ?? "";
    onDone(clean === "" || clean === name ? null : clean);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === "Enter" ? event.currentTarget.value : null);
  };
  return (
    <input
      ref={field}
      className={css["rename"]}
      type="text"
      defaultValue={name}
      maxLength={200}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      aria-label={t("workspace:tray.newName", { name })}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
    />
  );
}
