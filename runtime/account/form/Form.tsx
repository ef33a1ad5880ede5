import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Notice } from "../../ui/Feedback.tsx";
import { focusFirst } from "../../ui/layer.ts";
import { useAccount } from "../store/use-account.ts";
import css from "./account.module.css";
import type { FormField, Problem } from "./problem.ts";
import { useOnline } from "./use-online.ts";

/** Announces an error wherever it is shown; in a dialog or a step it takes the focus. */
export function Form({
  problem,
  isPart = false,
  onSubmit,
  children,
}: {
  readonly problem: Problem | null;
  /** The form is part of a page: the focus does not move. */
  readonly isPart?: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}) {
  const t = useT();
  const online = useOnline();
  const isChecking = useStore(useAccount().user, (state) => state.isChecking);
  const form = useRef<HTMLFormElement>(null);
  // The next step takes over the focus from the previous one.
  useEffect(() => {
    const element = form.current!;
    if (!isPart && !element.contains(document.activeElement)) focusFirst(element);
  }, [isPart]);
  const text = problem && formatText(problem.text, t);
  return (
    // Native validation messages are in the browser's language, not in the page's.
    <form ref={form} className={css["form"]} method="post" noValidate onSubmit={onSubmit}>
      <div className={css["alert"]} role="alert">
        {text &&
          (problem.field ? (
            <span className="visually-hidden">{text}</span>
          ) : (
            <p className={css["problem"]}>{text}</p>
          ))}
      </div>
      {!online && <Notice weight="attention">{t("account:offline")}</Notice>}
      {children}
      <p className={css["remark"]} aria-live="polite">
        {isChecking && t("account:checking")}
      </p>
    </form>
  );
}

/** The form's error, as its fields receive it. */
export interface FieldProblem {
  readonly "data-field": FormField;
  readonly error?: string;
}

export function useProblemOf(problem: Problem | null): (field: FormField) => FieldProblem {
  const t = useT();
  return (field) => ({
    "data-field": field,
    ...(problem?.field === field && { error: formatText(problem.text, t) }),
  });
}
