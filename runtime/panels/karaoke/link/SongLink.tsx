import { useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { useLinkField } from "#runtime/panel-kit/fetch/use-link-field.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice, ProgressArc } from "#runtime/ui/Feedback.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { downloadSong } from "./download-song.ts";

/** Adds a song from a link to the files, or states that this site does not support links. */
export function SongLink() {
  const t = useT();
  const { links, files } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const { link, setLink, isBusy, error, cancel, submit } = useLinkField({
    why: "panel-karaoke:link.hint",
    async work(address, signal) {
      setDone(null);
      const song = await downloadSong(address, { links, signal, onProgress: setDone });
      files.add([song], "picked");
    },
  });
  if (!links.enabled) return <Notice weight="attention">{t("panel-karaoke:link.off")}</Notice>;

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
        <Button type="submit" busy={isBusy}>
          {t("panel-karaoke:link.get")}
        </Button>
        {isBusy && (
          <>
            <ProgressArc value={done} label={t("panel-karaoke:link.get")} size={40} />
            <Button onClick={cancel}>{t("common:zone.cancel")}</Button>
          </>
        )}
      </div>
    </form>
  );
}
