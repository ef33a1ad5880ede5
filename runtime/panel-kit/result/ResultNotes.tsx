import type { Note } from "../../../audio/media/problems/notes.ts";
import { useT } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";

/** What is to be said of a file that could be worked on. */
export function ResultNotes({ notes }: { readonly notes: readonly Note[] | undefined }) {
  const t = useT();
  return notes?.map((note) => (
    <Notice key={note} weight="attention">
      <p>{t(`errors:note.${note}`)}</p>
    </Notice>
  ));
}
