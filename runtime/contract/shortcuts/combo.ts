export interface Combo {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** A character, or a key name such as `arrowleft`. */
  readonly key: string;
}

export function parseCombo(text: string): Combo {
  const parts = text.split("+");
  // Splitting turns the plus sign itself into two empty strings.
  const key = text.endsWith("+") ? "+" : parts.at(-1)!;
  return {
    mod: parts.includes("mod"),
    alt: parts.includes("alt"),
    shift: parts.includes("shift"),
    key,
  };
}

/** A character without Ctrl or ⌘, which speech input or an accidental press can trigger. */
export const isSingle = ({ mod, alt, key }: Combo): boolean => !mod && !alt && key.length === 1;
