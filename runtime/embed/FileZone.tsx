import { useEffect, useRef } from "react";
import { useT } from "../i18n/context.tsx";
import { startZone } from "../page-scripts/zone.ts";
import css from "../pages/embed.module.css";
import { DropZone } from "../ui/DropZone.tsx";

/** Takes a file of the visitor: dropped anywhere in the frame, chosen or pasted. */
export function FileZone({
  isReading,
  onFile,
}: {
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
}) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    startZone(root.current!, signal);
    root.current!.addEventListener(
      "toolkit:files",
      (event) => {
        const [file] = (event as CustomEvent<{ files: readonly File[] }>).detail.files;
        if (file) take.current(file);
      },
      { signal },
    );
    return () => end.abort();
  }, []);
  // The zone has shown the name of the file until here.
  useEffect(() => {
    if (isReading) document.dispatchEvent(new Event("toolkit:taken"));
  }, [isReading]);
  return (
    <div ref={root} className={css["zone"]}>
      <DropZone id="embed-zone" state="idle" input="file" />
      <output className={css["reading"]}>{isReading && t("panel-kit:preview.reading")}</output>
    </div>
  );
}
