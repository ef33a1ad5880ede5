import css from "./mixer.module.css";

/** A fader with its value; a double press sets it to 0. */
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
  /** What it sets of what, for those who do not see the row. */
  readonly name: string;
  /** The value, as it is said and shown. */
  readonly text: string;
  readonly range: readonly [least: number, most: number];
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label className={css["fader"]}>
      <span aria-hidden="true">{label}</span>
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
    </label>
  );
}
