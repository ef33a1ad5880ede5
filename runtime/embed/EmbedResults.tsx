import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import Send from "lucide-react/icons/send";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocale } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Feedback.tsx";
import css from "../pages/embed.module.css";
import type { EmbedOutcome } from "./controller.ts";
import type { EmbedFile } from "./messages.ts";
import { SoundFile } from "./SoundFile.tsx";

export interface EmbedResultsProps {
  readonly outcome: EmbedOutcome;
  /** Name of the embedding site; null if it is not known. */
  readonly host: string | null;
  /** Whether the site already has the result, because it sent the file. */
  readonly isSent: boolean;
  /** Whether the visitor has started the run, and looks for its result. */
  readonly startedHereRef: RefObject<boolean>;
  readonly onSave: (file: EmbedFile) => void;
  readonly onSend: () => void;
}

/** The files that a run has made: to be heard, saved, and sent to the embedding site. */
export function EmbedResults(props: EmbedResultsProps) {
  const { outcome, host, isSent, startedHereRef, onSave, onSend } = props;
  const { t, format } = useLocale();
  const [sent, setSent] = useState<EmbedOutcome | null>(null);
  const { files, unchanged } = outcome;
  const group = host === null ? "page" : "site";
  const site = host ?? "";
  const sentText = t(`embed:${group}.sent`, { site });
  const root = useRef<HTMLElement>(null);
  // The button that had the focus has changed.
  useEffect(() => {
    if (startedHereRef.current) root.current?.focus();
    startedHereRef.current = false;
  }, [startedHereRef]);
  const send = (): void => {
    onSend();
    setSent(outcome);
  };
  return (
    <section className={css["results"]} aria-label={t("panel-kit:result")} ref={root} tabIndex={-1}>
      {unchanged !== null && <Notice>{t(unchanged)}</Notice>}
      <ul className={css["list"]}>
        {files.map((file) => (
          <li key={file.name} className={css["result"]}>
            <div className={css["file"]}>
              <p className={css["what"]}>
                <bdi className={css["name"]}>{file.name}</bdi>
                <span className={css["soft"]}>{format.bytes(file.file.size)}</span>
              </p>
              <Button
                look={files.length === 1 ? "primary" : "secondary"}
                icon={<Download />}
                aria-label={t("embed:download", { name: file.name })}
                onClick={() => onSave(file)}
              >
                {t("panel-kit:download")}
              </Button>
            </div>
            <SoundFile file={file.file} label={file.name} />
          </li>
        ))}
      </ul>
      {isSent ? (
        <p className={css["soft"]}>{sentText}</p>
      ) : (
        <div className={css["row"]}>
          <Button icon={sent === outcome ? <Check /> : <Send className="flip" />} onClick={send}>
            {t(`embed:${group}.send`, { site })}
          </Button>
          {sent === outcome && <output className={css["soft"]}>{sentText}</output>}
        </div>
      )}
    </section>
  );
}
