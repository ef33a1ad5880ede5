import { type ReactNode, useState } from "react";
import type { FieldProblem } from "./Form.tsx";
import { checkSecondCode, type Problem, requiresSecondCode } from "./problem.ts";
import { SecondCodeField } from "./SecondCodeField.tsx";

/** The two-factor code in a form, which asks for it once the account is known to need one. */
export interface SecondCode {
  readonly check: () => Problem | null;
  /** Sends a request with the code; the field appears when the API demands one. */
  readonly send: <T>(work: (code: { readonly second_code?: string }) => Promise<T>) => Promise<T>;
  /** The field; null while none is needed. */
  readonly field: (problem: FieldProblem) => ReactNode;
  /** Hides the field. */
  readonly clear: () => void;
}

export function useSecondCode(): SecondCode {
  const [code, setCode] = useState<string | null>(null);
  return {
    check: () => (code === null ? null : checkSecondCode(code)),
    send: async (work) => {
      try {
        return await work(code === null ? {} : { second_code: code });
      } catch (error) {
        if (requiresSecondCode(error)) setCode("");
        throw error;
      }
    },
    field: (problem) =>
      code !== null && <SecondCodeField {...problem} value={code} onChange={setCode} />,
    clear: () => setCode(null),
  };
}
