import css from "./strip.module.css";

const LETTERS = { mute: "M", solo: "S" } as const;

/** Mutes or solos a channel. */
export function StripToggle({
  kind,
  label,
  pressed,
  onToggle,
}: {
  readonly kind: keyof typeof LETTERS;
  /** Accessible name and tooltip of the letter. */
  readonly label: string;
  readonly pressed: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={css["toggle"]}
      data-kind={kind}
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      {LETTERS[kind]}
    </button>
  );
}
