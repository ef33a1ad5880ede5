import { type ReactNode, useId } from "react";
import css from "./choice.module.css";
import { Radio } from "./Radio.tsx";

/** One of several values. */
export interface Option<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** A tooltip. */
  readonly hint?: string;
  /** What the chosen option of `Segmented` is filled with: what is kept is teal, what is removed vermilion. */
  readonly tone?: "ink" | "kept" | "removed";
}

interface ChoiceProps<V extends string> {
  /** Accessible name of the group; missing if the options belong to a larger group of the same `name`. */
  readonly label?: string;
  readonly options: readonly Option<V>[];
  readonly value?: V;
  /** For pages without React: the option that is chosen at first. */
  readonly defaultValue?: V;
  readonly disabled?: boolean;
  readonly onChange?: (value: V) => void;
  /** Name of the radio group. */
  readonly name?: string;
  /** ID of an element with a description of each option. */
  readonly describedBy?: string;
}

function Choice<V extends string>({
  look,
  label,
  options,
  value,
  defaultValue,
  disabled,
  onChange,
  name,
  describedBy,
}: ChoiceProps<V> & { readonly look: "segmented" | "tabs" | "chips" }) {
  const id = useId();
  return (
    <div
      className={css[look]}
      role={label === undefined ? undefined : "radiogroup"}
      aria-label={label}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={css["option"]}
          data-tone={option.tone}
          title={option.hint}
        >
          <Radio
            isCovering
            name={name ?? id}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value, onChange: () => onChange?.(option.value) })}
            disabled={disabled}
            aria-describedby={describedBy}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** Two to four short alternatives for the same thing, such as the sound before and after. */
export function Segmented<V extends string>(props: ChoiceProps<V>) {
  return <Choice look="segmented" {...props} />;
}

/** Alternatives that show other content below them. */
export function Tabs<V extends string>(props: ChoiceProps<V>) {
  return <Choice look="tabs" {...props} />;
}

/** Many alternatives, in as many lines as they need. */
export function Chips<V extends string>(props: ChoiceProps<V>) {
  return <Choice look="chips" {...props} />;
}
