import css from "./strip.module.css";

/** A fader of a channel strip with its value; a double press sets it to 0. */
export function Fader({
  label,
  name,
  text,
  range: [least, most],
  step,
  value,
  onChange,
}: {
  /** What it sets, as it is shown. */
  readonly label: string;
  /** What it sets of what, for those who do not see whose strip it is; the label without. */
  readonly name?: string;
  /** The value, as it is said and shown. */
  readonly text: string;
  readonly range: readonly [least: number, most: number];
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label className={css["fader"]}>
      <span className={css["line"]}>
        <span aria-hidden={name !== undefined || undefined}>{label}</span>
        <input
          type="range"
          dir="ltr"
          aria-label={name}
          min={least}
          max={most}
          step={step}
          value={value}
          aria-valuetext={text}
          onChange={({ target }) => onChange(target.valueAsNumber)}
          onDoubleClick={() => onChange(0)}
        />
        <output>{text}</output>
      </span>
    </label>
  );
}
