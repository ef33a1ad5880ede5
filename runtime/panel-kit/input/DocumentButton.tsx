import FolderOpen from "lucide-react/icons/folder-open";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { DocumentInput } from "./use-document.ts";

/** Opens a document, or cancels reading it. */
export function DocumentButton({
  document: { state, open, cancel },
}: {
  readonly document: DocumentInput;
}) {
  const t = useT();
  return (
    <>
      <Button small icon={<FolderOpen />} busy={state === "busy"} onClick={open}>
        {t("panel-kit:document.open")}
      </Button>{" "}
      {state === "busy" && (
        <Button small look="quiet" onClick={cancel}>
          {t("common:zone.cancel")}
        </Button>
      )}
    </>
  );
}
