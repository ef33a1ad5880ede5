import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useCallback,
  useId,
} from "react";
import { useAutoResize } from "./auto-resize-hook.ts";
import css from "./field.module.css";
import { Range } from "./Range.tsx";
import { useTextLimit } from "./text-limit-hook.ts";

interface FieldTexts {
  readonly label: string;
  readonly hint?: string;
  /** The error and how to fix it; also marks the field as invalid. */
  readonly error?: string;
}

function Frame({
  id,
  label,
  hint,
  error,
  isBrief = false,
  children,
}: FieldTexts & {
  readonly id: string;
  readonly isBrief?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={css["field"]}>
      <label className={isBrief ? "visually-hidden" : css["label"]} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className={css["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={css["error"]} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: Pick<FieldTexts, "hint" | "error">) => ({
  "aria-describedby":
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  "aria-invalid": error ? true : undefined,
});

const texts = ({ label, hint, error }: FieldTexts): FieldTexts => ({
  label,
  ...(hint !== undefined && { hint }),
  ...(error !== undefined && { error }),
});

/** A single-line text field, limited to 3000 characters (CMP-2). */
export function TextField(props: FieldTexts & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const limit = useTextLimit();
  const { label: _label, hint: _hint, error: _error, ...rest } = props;
  return (
    <Frame id={id} {...texts(props)}>
      <input
        ref={limit}
        type="text"
        {...rest}
        {...described(id, texts(props))}
        id={id}
        className={css["input"]}
      />
    </Frame>
  );
}

/**
 * A text area, limited to 3000 characters or to `limit`, which grows with its content (CMP-2).
 * @param props.isBrief hides the label visually if a heading already names the field
 */
export function TextArea({
  limit: maxLength,
  isBrief = false,
  ...props
}: FieldTexts &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    readonly limit?: number;
    readonly isBrief?: boolean;
  }) {
  const id = useId();
  const limit = useTextLimit(maxLength);
  const resize = useAutoResize(typeof props.value === "string" ? props.value : undefined);
  const ref = useCallback(
    (field: HTMLTextAreaElement | null) => {
      const ends = [limit(field), resize(field)];
      return () => ends.forEach((end) => end?.());
    },
    [limit, resize],
  );
  const { label: _label, hint: _hint, error: _error, ...rest } = props;
  return (
    <Frame id={id} isBrief={isBrief} {...texts(props)}>
      <textarea
        ref={ref}
        rows={4}
        {...rest}
        {...described(id, texts(props))}
        id={id}
        className={css["input"]}
      />
    </Frame>
  );
}

/**
 * A select field. @param props.isBrief hides the label visually if the options are self-explanatory
 */
export function Select(
  props: FieldTexts & SelectHTMLAttributes<HTMLSelectElement> & { readonly isBrief?: boolean },
) {
  const id = useId();
  const { label: _label, hint: _hint, error: _error, isBrief = false, ...rest } = props;
  return (
    <Frame id={id} isBrief={isBrief} {...texts(props)}>
      <select {...described(id, texts(props))} {...rest} id={id} className={css["input"]} />
    </Frame>
  );
}

/** A slider with its formatted value beside the label. */
export function Slider({
  label,
  hint,
  output,
  ...rest
}: Omit<FieldTexts, "error"> & {
  readonly output: string;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "type">) {
  const id = useId();
  return (
    <div className={css["field"]}>
      <span className={css["row"]}>
        <label className={css["label"]} htmlFor={id}>
          {label}
        </label>
        <output className={css["output"]} htmlFor={id}>
          {output}
        </output>
      </span>
      <Range
        {...rest}
        id={id}
        aria-valuetext={output}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p className={css["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A checkbox in a form, or a switch for settings that apply immediately. */
export function Checkbox({
  label,
  as = "checkbox",
  ...rest
}: { readonly label: string; readonly as?: "checkbox" | "switch" } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "type"
>) {
  return (
    <label className={css["choice"]}>
      <input
        {...rest}
        type="checkbox"
        role={as === "switch" ? "switch" : undefined}
        className={css[as]}
      />
      <span>{label}</span>
    </label>
  );
}
