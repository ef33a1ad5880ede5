import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import css from "./button.module.css";

type Look = "primary" | "secondary" | "quiet" | "danger";

interface Common {
  readonly look?: Look;
  readonly small?: boolean;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}
type ButtonProps = Common & {
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className">;

const classOf = (look: Look, small: boolean): string =>
  [css["button"], css[look], small && css["small"]].filter(Boolean).join(" ");

/** A button. While it is busy, it keeps its width and ignores clicks. */
export function Button({
  look = "secondary",
  small = false,
  icon,
  busy,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? undefined : onClick}
      className={classOf(look, small)}
      data-primary={look === "primary" ? "" : undefined}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = "secondary",
  small = false,
  icon,
  children,
  ...rest
}: Common & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className">) {
  return (
    <a {...rest} className={classOf(look, small)}>
      {icon}
      {children}
    </a>
  );
}

/** A button with only an icon; `label` is its accessible name, and its tooltip unless `title` is set. */
export function IconButton({
  label,
  children,
  ...rest
}: { readonly label: string; readonly children: ReactNode } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "className" | "aria-label"
>) {
  return (
    <button type="button" title={label} {...rest} className={css["icon"]} aria-label={label}>
      {children}
    </button>
  );
}
