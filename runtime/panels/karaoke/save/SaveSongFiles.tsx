import { useState } from "react";
import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "#runtime/panel-kit/layout/kit.module.css";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import {
  type MakeOptions,
  useRendering,
  useSaveFile,
} from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import css from "../lyrics/lyrics.module.css";
import type { BackingSound } from "./write-backing.ts";

/** Saves the song for karaoke players and for the game UltraStar. */
export function SaveSongFiles({
  file,
  sound,
  lines,
}: {
  /** The song. */
  readonly file: TrayFile;
  readonly sound: BackingSound;
  readonly lines: readonly LyricLine[];
}) {
  const t = useT();
  const { files } = useWorkspace();
  const [isEmpty, setEmpty] = useState(false);
  const sung = { lines, open: () => files.open(file.id) };
  const load = () => import("./write-song-files.ts");
  const writeGame = async (options: MakeOptions): Promise<File | null> => {
    const { writeUltraStarZip } = await load();
    const made = await writeUltraStarZip(
      sound,
      { ...sung, unknownArtist: t("panel-karaoke:save.unknownArtist") },
      options,
    );
    if (!options.signal.aborted) setEmpty(made === null);
    return made;
  };
  return (
    <>
      <div className={css["bar"]}>
        <SaveFile
          label={t("panel-karaoke:save.cdg")}
          disabled={!lines.some(isTimed)}
          make={async (options) => (await load()).writeCdgZip(sound, sung, options)}
        />
        <SaveFile label={t("panel-karaoke:save.ultraStar")} make={writeGame} />
      </div>
      <p className={kit["note"]}>{t("panel-karaoke:save.about")}</p>
      {isEmpty && <Notice weight="bad">{t("panel-karaoke:save.noNotes")}</Notice>}
    </>
  );
}

/** A button that makes a file and saves it. */
function SaveFile({
  label,
  disabled = false,
  make,
}: {
  readonly label: string;
  readonly disabled?: boolean;
  /** @returns null if there is no file after all */
  readonly make: (options: MakeOptions) => Promise<File | null>;
}) {
  const t = useT();
  const { start, cancel, ...rendering } = useRendering();
  const saveFile = useSaveFile();
  return (
    <>
      <SaveButton
        label={label}
        disabled={disabled}
        rendering={rendering}
        onClick={() =>
          start(async (options) => {
            const file = await make(options);
            return file !== null && saveFile(file, file.name);
          })
        }
      />
      {rendering.done !== null && <Button onClick={cancel}>{t("common:zone.cancel")}</Button>}
    </>
  );
}
