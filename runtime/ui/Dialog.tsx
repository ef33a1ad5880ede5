import X from "lucide-react/icons/x";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { useT } from "../i18n/context.tsx";
import { IconButton } from "./Button.tsx";
import css from "./dialog.module.css";
import { DialogPanel } from "./DialogPanel.tsx";
import { followKeyboard, openLayer } from "./layer.ts";

export interface DialogProps {
  readonly title: string;
  /**
   * Called on Escape, a click on the backdrop or the close button; the parent then stops rendering
   * the dialog.
   */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons at the end; those of a form belong in the form. */
  readonly actions?: ReactNode;
  /** Only the dialog's own buttons close it. */
  readonly locked?: boolean;
  /** `alertdialog` for a question that interrupts the visitor. */
  readonly role?: "dialog" | "alertdialog";
  /** `wide` for tables and lists. */
  readonly size?: "narrow" | "wide";
}

const TEXTS =
  "textarea, input:not([type=checkbox],[type=radio],[type=range],[type=hidden],[readonly])";

/** Whether a field contains text that closing would discard. */
const hasText = (element: HTMLElement): boolean =>
  Array.from(element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXTS)).some(
    ({ value }) => value !== "",
  );

/**
 * A modal dialog, open as long as it is rendered. The browser traps the focus and makes the page
 * behind it inert. The focus moves to `data-autofocus`, the first field or the title, and returns
 * to the opener afterwards. A click on the backdrop closes the dialog only if no text would be
 * lost.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, actions, locked = false, role, size = "narrow" } = props;
  const t = useT();
  const element = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = element.current!;
    const closeLayer = openLayer(dialog);
    const endKeyboard = followKeyboard(dialog);
    return () => {
      endKeyboard();
      closeLayer();
    };
  }, []);

  const isOutside = ({ target, currentTarget }: SyntheticEvent): boolean =>
    target === currentTarget;
  const onCancel = (event: SyntheticEvent): void => {
    // A file input inside the dialog also fires `cancel`.
    if (!isOutside(event)) return;
    event.preventDefault();
    if (!locked) onClose();
  };
  const onNativeClose = (event: SyntheticEvent): void => {
    // Browsers close a dialog at the second Escape even if the page prevents it.
    if (isOutside(event) && !element.current?.open) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && locked) event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent): void => {
    pressedOutside.current = isOutside(event);
  };
  const onClick = (event: MouseEvent): void => {
    // A text selection by pointer may end outside the dialog.
    if (locked || !isOutside(event) || !pressedOutside.current) return;
    if (!hasText(element.current!)) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the dialog; Escape and the cross serve the keyboard
    <dialog
      ref={element}
      className={css["layer"]}
      aria-labelledby={titleId}
      data-size={size}
      {...(role === "alertdialog" && { role })}
      onCancel={onCancel}
      onClose={onNativeClose}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      <DialogPanel
        titleId={titleId}
        title={title}
        {...(actions !== undefined && { actions })}
        {...(!locked && {
          corner: (
            <IconButton label={t("account:close")} onClick={onClose}>
              <X />
            </IconButton>
          ),
        })}
      >
        {children}
      </DialogPanel>
    </dialog>
  );
}
