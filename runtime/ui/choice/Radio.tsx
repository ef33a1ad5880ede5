import type { InputHTMLAttributes } from "react";
import css from "./radio.module.css";

/**
 * A radio button; the browser's own arrow keys walk its group.
 * @param props.isCovering covers its positioned ancestor, which shows the state, and is invisible
 */
export function Radio({
  isCovering = false,
  ...rest
}: { readonly isCovering?: boolean } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "className"
>) {
  return <input {...rest} type="radio" className={css[isCovering ? "covering" : "radio"]} />;
}
