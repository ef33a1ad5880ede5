import css from "./strip.module.css";

const LETTERS = { mute: "M", solo: "S" } as const;

/** Mutes a channel, or lets it be heard alone. */
export function StripToggle({
  kind,
  label,
  pressed,
  onToggle,
}: {
  readonly kind: keyof typeof LETTERS;
  /** What it does, for those who do not know the letters. */
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
