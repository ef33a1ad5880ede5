import { useCallback } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { thrownText } from "../../contract/texts.ts";

/** Saves a file to the device, and reports failures. */
export function useSave(): (open: () => Promise<File>, name: string) => void {
  const { saveCopy, notices } = useWorkspace();
  return useCallback(
    (open, name) => {
      open()
        .then((file) => saveCopy(file, name))
        .then((saved) => saved || notices.warn("errors:download"))
        .catch((error: unknown) => notices.warn(thrownText(error)));
    },
    [saveCopy, notices],
  );
}
