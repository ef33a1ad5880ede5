interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Whether a press is left to the browser by what lies on a time axis: its own shortcuts, and Alt with ← or
 * →, which steps through the history. Fine steps are Alt with ↑ or ↓.
 */
export const isBrowsers = ({ key, altKey, ctrlKey, metaKey }: Press): boolean =>
  ctrlKey || metaKey || (altKey && (key === "ArrowLeft" || key === "ArrowRight"));
