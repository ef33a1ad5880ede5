import { useEffect, useRef, useState } from "react";
import { type DocumentProblem, DOCUMENT_TYPES } from "../../documents/document.ts";
import { chooseFile } from "./choose-file.ts";

/**
 * `long`: only the beginning was used. Other states are reasons why nothing was
 * (`panel-kit:document`).
 */
export type DocumentState = "rest" | "busy" | "long" | DocumentProblem;

export interface DocumentInput {
  readonly state: DocumentState;
  readonly open: () => void;
  /** Cancels reading a document. */
  readonly cancel: () => void;
}

/** Reads the text of a chosen document. @param maxLength maximum number of characters */
export function useDocument(maxLength: number, onText: (text: string) => void): DocumentInput {
  const [state, setState] = useState<DocumentState>("rest");
  const reading = useRef<AbortController | null>(null);
  const cancel = (): void => reading.current?.abort();
  useEffect(() => cancel, []);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    cancel();
    const own = (reading.current = new AbortController());
    setState("busy");
    const { readInWorker } = await import("../../documents/read-in-worker.ts");
    const found = await readInWorker("document", file, { signal: own.signal }).catch(
      (error: unknown): { readonly problem: DocumentProblem } => ({
        problem: error instanceof Error && error.name === "TimeoutError" ? "slow" : "damaged",
      }),
    );
    if (reading.current !== own) return;
    if (own.signal.aborted) return setState("rest");
    if ("problem" in found) return setState(found.problem);
    const text = found.chapters
      .map(({ title, text: body }) => (title === "" ? body : `# ${title}\n\n${body}`))
      .join("\n\n");
    onText(text.slice(0, maxLength));
    setState(text.length > maxLength ? "long" : "rest");
  };
  return { state, open: () => chooseFile(DOCUMENT_TYPES, take), cancel };
}
