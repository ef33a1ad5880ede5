import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../services/api/api-error.ts";
import { useLocale } from "../../i18n/context.tsx";
import { type FormField, type Problem, problemOf } from "./problem.ts";
import { useAccount } from "../store/use-account.ts";

interface Submit {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** For `<form onSubmit>`; ignored while a submission is pending. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Runs another action of the form, such as sending a code again. */
  readonly run: (work: () => Promise<void>) => void;
}

/**
 * Submits a form, one submission at a time. Errors are shown at their field, which gets the focus;
 * input stays.
 * @param check validates the values before they are sent
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
        if (error instanceof ApiError && error.isReported) return;
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
