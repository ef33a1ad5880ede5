import { useT } from "../../i18n/context.tsx";
import type { DialogRequest } from "../store/dialogs.ts";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/** A confirmation dialog. Enter never triggers an irreversible action. */
export function Confirm({
  request: { title, text, yes, no = "account:confirm.no", danger = false },
  onAnswer,
}: {
  readonly request: Extract<DialogRequest, { readonly name: "confirm" }>;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const t = useT();
  return (
    <Dialog
      role="alertdialog"
      title={formatText(title, t)}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button
            look={danger ? "danger" : "primary"}
            onClick={() => onAnswer(true)}
            {...(!danger && { "data-autofocus": "" })}
          >
            {formatText(yes, t)}
          </Button>
          <Button onClick={() => onAnswer(false)} {...(danger && { "data-autofocus": "" })}>
            {formatText(no, t)}
          </Button>
        </>
      }
    >
      {text && <p>{formatText(text, t)}</p>}
    </Dialog>
  );
}
