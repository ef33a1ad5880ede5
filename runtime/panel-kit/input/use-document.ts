import { useState } from "react";
import type { DocumentProblem } from "../../documents/document.ts";
import { DOCUMENT_TYPES } from "../../documents/document.ts";
import { chooseFile } from "./choose-file.ts";

/** `long`: only its beginning was taken. Other words say why nothing was (`panel-kit:document`). */
export type DocumentState = "rest" | "busy" | "long" | DocumentProblem;

/** Takes the text of a document that is chosen. @param most characters that are taken */
export function useDocument(
  most: number,
  onText: (text: string) => void,
): { readonly state: DocumentState; readonly open: () => void } {
  const [state, setState] = useState<DocumentState>("rest");
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setState("busy");
    const { readDocument } = await import("../../documents/read-document.ts");
    const found = await readDocument(file);
    if ("problem" in found) return setState(found.problem);
    const text = found.chapters
      .map(({ title, text: body }) => (title === "" ? body : `# ${title}\n\n${body}`))
      .join("\n\n");
    onText(text.slice(0, most));
    setState(text.length > most ? "long" : "rest");
  };
  return { state, open: () => chooseFile(DOCUMENT_TYPES, take) };
}
