import { useEffect, useRef, useState } from "react";
import { topLayer } from "#runtime/ui/layer.ts";
import { readTarget } from "../../keyboard/keyboard-target.ts";
import { carriesFiles, filesIn } from "./transfer-files.ts";
import type { FileOrigin } from "#runtime/contract/file.ts";

interface IntakeOptions {
  readonly onFiles: (files: readonly File[], origin: FileOrigin) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Takes files that are dropped anywhere on the workspace, or pasted while it is the topmost layer.
 * These events do not reach the page below.
 * @returns whether files are dragged over it
 */
export function useIntake(root: HTMLElement | null, options: IntakeOptions): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (!root) return;
    const all = new AbortController();
    const { signal } = all;
    const take = (transfer: DataTransfer, origin: FileOrigin): void => {
      filesIn(transfer).then(
        (files) => files.length > 0 && latest.current.onFiles(files, origin),
        (error: unknown) => latest.current.onError(error),
      );
    };
    const onTransfer = (
      type: "dragenter" | "dragover" | "dragleave" | "drop",
      work: (event: DragEvent) => void,
    ): void =>
      root.addEventListener(
        type,
        (event) => {
          if (!carriesFiles(event.dataTransfer)) return;
          event.stopPropagation();
          work(event);
        },
        { signal },
      );
    onTransfer("dragenter", (event) => {
      event.preventDefault();
      setOver(true);
    });
    onTransfer("dragover", (event) => {
      event.preventDefault();
      event.dataTransfer!.dropEffect = "copy";
    });
    onTransfer("dragleave", ({ relatedTarget }) => {
      // Moving between elements of the workspace does not leave it.
      if (!(relatedTarget instanceof Node) || !root.contains(relatedTarget)) setOver(false);
    });
    onTransfer("drop", (event) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer!, "dropped");
    });
    document.addEventListener(
      "paste",
      (event) => {
        const { clipboardData } = event;
        if (topLayer() !== root || !clipboardData || !carriesFiles(clipboardData)) return;
        // A copied table is both an image and text; in a text field it is pasted as text.
        if (readTarget(event.target).typing && clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        event.stopPropagation();
        take(clipboardData, "pasted");
      },
      { signal, capture: true },
    );
    return () => all.abort();
  }, [root]);
  return over;
}
