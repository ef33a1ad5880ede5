import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/context.tsx";
import { wordsOf } from "../../../notices/notices.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "../../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../../ui/Feedback.tsx";
import { TextField } from "../../../ui/field/Field.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { describeError } from "../../../workspace/contract/describe-error.ts";
import { faultText } from "../../../workspace/contract/texts.ts";
import { bringSong } from "./bring-song.ts";

/** Brings a song from a link to the files, or says that this site does not. */
export function SongLink() {
  const t = useT();
  const { links, files, user, dialogs, report } = useWorkspace();
  const [link, setLink] = useState("");
  const [done, setDone] = useState<number | null | undefined>(undefined);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (!links.enabled) return <Notice weight="attention">{t("panel-karaoke:link.off")}</Notice>;

  async function bring(): Promise<void> {
    const isIn =
      user.getState().token !== null ||
      (await dialogs.ask({ name: "register", why: "panel-karaoke:link.hint" }));
    if (!isIn) return;
    const own = new AbortController();
    running.current = own;
    setError(null);
    setDone(null);
    try {
      const song = await bringSong(link.trim(), { links, signal: own.signal, onProgress: setDone });
      files.add([song], "picked");
      setLink("");
    } catch (thrown) {
      if (!own.signal.aborted) setError(wordsOf(faultText(describeError(thrown, report)), t));
    } finally {
      setDone(undefined);
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (done === undefined && link.trim() !== "") void bring();
  };
  return (
    <form className={css["settings"]} onSubmit={submit}>
      <TextField
        label={t("panel-karaoke:link.label")}
        hint={t("panel-karaoke:link.hint")}
        {...(error !== null && { error })}
        type="url"
        dir="ltr"
        required
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <div className={css["row"]}>
        <Button type="submit" look="primary" busy={done !== undefined}>
          {t("panel-karaoke:link.get")}
        </Button>
        {done !== undefined && (
          <>
            <ProgressArc value={done} label={t("panel-karaoke:link.get")} size={44} />
            <Button onClick={() => running.current?.abort()}>{t("common:zone.cancel")}</Button>
          </>
        )}
      </div>
    </form>
  );
}
