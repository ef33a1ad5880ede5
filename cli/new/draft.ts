import type { Context } from "../command-kit/context.ts";
import type { Ask } from "./questions.ts";

/** Input of `toolkit new`. */
export interface NewInput extends Pick<Context, "root" | "home"> {
  /** Requested name, not validated yet. */
  readonly name: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly ask: Ask | undefined;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Files to be written, and instructions for the user. */
export interface Draft {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** An existing file that is modified. */
  readonly edit?: { readonly path: string; readonly text: string; readonly note: string };
  readonly next: readonly string[];
}

/** `audio-trimmer` → `Audio trimmer` */
export const humanize = (slug: string): string => {
  const words = slug.replace(/-/g, " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

/** Today in the user's time zone: YYYY-MM-DD. */
export function todayOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
