import { useState } from "react";
import { type Drafts, type Pending, pendingOf, stillPending } from "./drafts.ts";
import type { Problem } from "../form/problem.ts";

export interface CodeStep {
  /** The pending code; null if none was requested. */
  readonly pending: Pending | null;
  /** Whether a second one was sent. */
  readonly again: boolean;
  readonly sent: (email: string, answer: { readonly resend_after: number }) => void;
  readonly sentAgain: (email: string, answer: { readonly resend_after: number }) => void;
  /** Returns to the address, or finishes. */
  readonly end: () => void;
  /** Epoch ms from which a new code can be sent, by the last response. */
  readonly resendFrom: (problem: Problem | null) => number;
}

/** The step in which a code is entered. It resumes when its dialog is opened again. */
export function useCodeStep(name: "register" | "reset", drafts: Drafts): CodeStep {
  const [{ pending, again }, setState] = useState(() => ({
    pending: stillPending(drafts.getState()[name], Date.now()),
    again: false,
  }));
  const put = (next: Pending | null, isAgain: boolean): void => {
    drafts.setState({ [name]: next });
    setState({ pending: next, again: isAgain });
  };
  return {
    pending,
    again,
    sent: (email, answer) => put(pendingOf(email, answer.resend_after, Date.now()), false),
    sentAgain: (email, answer) => put(pendingOf(email, answer.resend_after, Date.now()), true),
    end: () => put(null, false),
    resendFrom: (problem) => Math.max(pending?.resendFrom ?? 0, problem?.acceptedFrom ?? 0),
  };
}
