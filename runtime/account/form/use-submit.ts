import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../services/api/api-error.ts";
import { useLocale } from "../../i18n/context.tsx";
import { type FormField, type Problem, problemOf } from "./problem.ts";
import { useAccount } from "../store/use-account.ts";

interface Submit {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** For `<form onSubmit>`; while an earlier one is under way it does nothing. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Runs something else of this form, such as sending a code again. */
  readonly run: (work: () => Promise<void>) => void;
}

/**
 * Sends a form once at a time. What is refused is shown at its field, which gets the focus; what was
 * entered stays.
 * @param check of the form's values before anything is sent
 */
export function useSubmit(
  fields: readonly FormField[],
  check: () => Problem | null,
  send: () => Promise<void>,
): Submit {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { format } = useLocale();
  const { texts } = useAccount();
  const running = useRef(false);
  const form = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    if (!problem?.field) return;
    form.current?.querySelector<HTMLElement>(`[data-field="${problem.field}"]`)?.focus();
  }, [problem]);

  const run = (work: () => Promise<void>): void => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.isTold) return;
        const durationOf = (seconds: number): string => format.duration(seconds);
        setProblem(problemOf(error, { fields, texts, durationOf }, Date.now()));
      })
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    form.current = event.currentTarget;
    const found = running.current ? null : check();
    if (found) setProblem(found);
    else run(send);
  };
  return { busy, problem, onSubmit, run };
}
