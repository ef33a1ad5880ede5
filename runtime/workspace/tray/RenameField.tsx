import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n/context.tsx";
import { stemLength } from "../contract/texts.ts";
import css from "./tray.module.css";

/** Another name for a file: Enter and leaving the field take it, Escape leaves the old one. */
export function RenameField({
  name,
  onDone,
}: {
  readonly name: string;
  /** @param name null: it stays as it is */
  readonly onDone: (name: string | null) => void;
}) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useLayoutEffect(() => {
    // The menu that asked for it gives the focus back first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      // Its ending says what it is, and is seldom meant.
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
