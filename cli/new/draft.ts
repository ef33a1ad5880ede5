import type { Context } from "../command-kit/context.ts";
import type { Ask } from "./questions.ts";

/** What `toolkit new` works with. */
export interface NewInput extends Pick<Context, "root" | "home"> {
  /** Name of the new thing, not yet looked at. */
  readonly name: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly ask: Ask | undefined;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Files to be written, and what the person at the keyboard does next. */
export interface Draft {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** A file that exists already and is changed. */
  readonly edit?: { readonly path: string; readonly text: string; readonly note: string };
  readonly next: readonly string[];
}

/** `audio-trimmer` → `Audio trimmer` */
export const humanize = (slug: string): string => {
  const words = slug.replace(/-/g, " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

/** Today in the time zone of the person at the keyboard: YYYY-MM-DD. */
export function todayOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
