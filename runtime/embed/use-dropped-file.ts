import { useEffect } from "react";

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") === true;

/**
 * Takes a file that is dropped anywhere in the frame. The browser would open it in place of the
 * tool, and a result that is not saved would be lost.
 * @param onFile null: what is dropped is ignored
 */
export function useDroppedFile(onFile: ((file: File) => void) | null): void {
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer!.dropEffect = onFile ? "copy" : "none";
      },
      { signal },
    );
    document.addEventListener(
      "drop",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        const [file] = event.dataTransfer!.files;
        if (file) onFile?.(file);
      },
      { signal },
    );
    return () => end.abort();
  }, [onFile]);
}
