import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { IconButton } from "../Button.tsx";
import css from "./menu.module.css";
import { type Way, walk, wayOf } from "./menu-keys.ts";
import { positionAt } from "./menu-position.ts";

export const itemsOf = (menu: HTMLElement): HTMLElement[] =>
  Array.from(menu.querySelectorAll<HTMLElement>("a, button:not(:disabled)"));

/** A button that opens a short list of links and buttons; the arrow keys move through the list. */
export function Menu({
  label,
  icon,
  button: attributes,
  children,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  /** Further attributes of the button. */
  readonly button?: Pick<ComponentProps<typeof IconButton>, "tabIndex" | "aria-disabled">;
  /** Renders the items while the menu is open. */
  readonly children: () => ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** The arrow key that opened the menu moves the focus to an item, once the items are rendered. */
  const arrived = useRef<Way | null>(null);
  useEffect(() => {
    if (open && arrived.current) walk(itemsOf(panel.current!), arrived.current);
    arrived.current = null;
  }, [open]);

  // The item's own click handler has already run.
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (!(target as Element).closest("a, button")) return;
    currentTarget.hidePopover();
    button.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = wayOf(event.key, "y", false);
    const menu = panel.current;
    const shown = menu?.matches(":popover-open");
    if (!way || !menu || (!shown && (way === "first" || way === "last"))) return;
    // Navigation keys of a menu must not trigger shortcuts.
    event.preventDefault();
    event.stopPropagation();
    if (shown) return walk(itemsOf(menu), way);
    arrived.current = way;
    menu.showPopover();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys walk from the button into its menu
    <span ref={button} className={css["holder"]} onKeyDown={onKeyDown}>
      <IconButton {...attributes} label={label} popoverTarget={id}>
        {icon}
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears of what its buttons do, also by key */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={css["panel"]}
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === "open") positionAt(currentTarget, button.current!);
        }}
        onClick={onClick}
        onToggle={({ newState }) => setOpen(newState === "open")}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        {open && children()}
      </div>
    </span>
  );
}

/** A menu item that runs an action. */
export function MenuButton({
  icon,
  onClick,
  disabled = false,
  pressed,
  children,
}: {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** For a choice: whether this item is selected. */
  readonly pressed?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <button
        type="button"
        className={css["item"]}
        onClick={onClick}
        disabled={disabled}
        aria-pressed={pressed}
      >
        {icon}
        <span>{children}</span>
      </button>
    </li>
  );
}

export const MenuList = ({
  title,
  children,
}: {
  readonly title?: string;
  readonly children: ReactNode;
}) => (
  <>
    {title !== undefined && <p className={css["title"]}>{title}</p>}
    <ul className={css["list"]}>{children}</ul>
  </>
);
