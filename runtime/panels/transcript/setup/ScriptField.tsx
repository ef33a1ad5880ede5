import { useState } from "react";
import { readLyrics } from "../../../../core/lyrics/read-lyrics.ts";
import { useT } from "../../../i18n/context.tsx";
import { chooseFile } from "../../../panel-kit/input/choose-file.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Feedback.tsx";
import { TextArea } from "../../../ui/field/Field.tsx";

/** Characters of the longest transcript: what is said in some three hours. */
const MOST = 150_000;
/** Bytes of the longest file: no character takes more than four. */
const MOST_BYTES = 4 * MOST;
const TYPES = ".txt,.srt,.vtt,.lrc,text/plain,text/vtt";

/** Where a transcript that there is already is pasted, or read from a file. */
export function ScriptField({
  text,
  onText,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const t = useT();
  const [fault, setFault] = useState<"unreadable" | "tooLong" | null>(null);
  const { problems } = readLyrics(text);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setFault("tooLong");
    const read = decode(await file.arrayBuffer());
    if (read === null) return setFault("unreadable");
    setFault(read.length > MOST ? "tooLong" : null);
    if (read.length <= MOST) onText(read);
  };
  return (
    <>
      <TextArea
        label={t("panel-transcript:script.label")}
        hint={t("panel-transcript:script.hint")}
        limit={MOST}
        rows={6}
        dir="auto"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div>
        <Button small onClick={() => chooseFile(TYPES, take)}>
          {t("panel-transcript:script.import")}
        </Button>
      </div>
      {fault && <Notice weight="bad">{t(`panel-transcript:script.${fault}`)}</Notice>}
      {problems.map(({ kind, count }) => (
        <Notice key={kind} weight="attention">
          {t(`panel-transcript:script.${kind}`, { count })}
        </Notice>
      ))}
    </>
  );
}

/** Text of UTF-8 or UTF-16; null where it is none. */
function decode(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isWide ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
