import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { MAX_LINKS, readLinks } from "./read-links.ts";

/** Maximum number of bytes that are read from a text file of links. */
const MAX_BYTES = 1_000_000;
/** Maximum length of the field in characters. */
const MAX_LENGTH = 120_000;

/** A field to paste links, or to read them from a text file. */
export function LinksField({
  files,
  isMain,
  text,
  onText,
  onLinks,
}: {
  /** Text files that were added to the tray. */
  readonly files: readonly TrayFile[];
  /** Whether nothing can be started yet. */
  readonly isMain: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Called with links to look up. @returns whether the lookup starts, which requires an account */
  readonly onLinks: (links: readonly string[]) => Promise<boolean>;
}) {
  const t = useT();
  const [fault, setFault] = useState<string | null>(null);
  const look = async (given: string): Promise<void> => {
    const links = readLinks(given);
    if (links.length === 0) return setFault(t("panel-download:noLink"));
    if (links.length > MAX_LINKS)
      return setFault(t("panel-download:tooMany", { most: MAX_LINKS, value: links.length }));
    setFault(null);
    if (await onLinks(links)) onText("");
  };
  const read = async (file: Blob | undefined): Promise<void> => {
    if (!file) return;
    const given = file.size > MAX_BYTES ? "" : await file.text();
    onText(given.slice(0, MAX_LENGTH));
    await look(given);
  };
  const { files: tray } = useWorkspace();
  const taken = useRef(new Set<string>());
  const take = useEffectEvent(async (id: string): Promise<void> => {
    if (taken.current.has(id)) return;
    taken.current.add(id);
    const file = await tray.open(id).catch(() => undefined);
    tray.remove([id]);
    await read(file);
  });
  const brought = files.map(({ id }) => id).join("\n");
  useEffect(() => {
    if (brought !== "") for (const id of brought.split("\n")) void take(id);
  }, [brought]);
  return (
    <form
      className={css["settings"]}
      onSubmit={(event) => {
        event.preventDefault();
        void look(text);
      }}
    >
      <TextArea
        label={t("panel-download:links")}
        hint={t("panel-download:linksHint")}
        {...(fault !== null && { error: fault })}
        value={text}
        limit={MAX_LENGTH}
        rows={2}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void look(text);
        }}
      />
      <div className={css["row"]}>
        <Button type="submit" look={isMain ? "primary" : "secondary"}>
          {t("panel-download:look")}
        </Button>
        <Button onClick={() => chooseFile(".txt,.csv,.m3u,text/plain", read)}>
          {t("panel-download:textFile")}
        </Button>
      </div>
      <p className={css["soft"]}>{t("panel-download:rights")}</p>
    </form>
  );
}
