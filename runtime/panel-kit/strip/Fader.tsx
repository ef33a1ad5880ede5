import { Range, shareOf } from "../../ui/field/Range.tsx";
import css from "./strip.module.css";

/**
 * A labeled slider of a channel strip; a double click sets it to 0. Its value is shown above the thumb
 * while it is dragged.
 */
export function Fader({
  label,
  name,
  text,
  range: [minimum, maximum],
  step,
  value,
  onChange,
}: {
  /** Visible label. */
  readonly label: string;
  /** Accessible name with the name of the strip; the label if it is missing. */
  readonly name?: string;
  /** Text of the value. */
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
        <Range
          aria-label={name}
          min={minimum}
          max={maximum}
          step={step}
          value={value}
          aria-valuetext={text}
          onChange={({ target }) => onChange(target.valueAsNumber)}
          onDoubleClick={() => onChange(0)}
        />
        <span
          className={css["bubble"]}
          aria-hidden="true"
          ref={(bubble) => {
            if (!bubble) return;
            bubble.style.setProperty("--share", String(shareOf(value, minimum, maximum)));
          }}
        >
          {text}
        </span>
        <output>{text}</output>
      </span>
    </label>
  );
}
