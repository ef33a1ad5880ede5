import css from "../../parts/track-head.module.css";

/** A slider of a track; a double press sets it to 0. */
export function TrackSlider({
  label,
  text,
  range: [least, most],
  step,
  value,
  onChange,
}: {
  readonly label: string;
  /** The value, as it is said and shown. */
  readonly text: string;
  readonly range: readonly [least: number, most: number];
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label className={css["mini"]}>
      <span>{label}</span>
      <input
        type="range"
        dir="ltr"
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
