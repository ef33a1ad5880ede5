import Clapperboard from "lucide-react/icons/clapperboard";
import { useState } from "react";
import type { LyricLine } from "../../../../core/lyrics/lyrics.ts";
import { atTempo, isTimed } from "../../../../core/lyrics/lyrics.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { useFilmWriting } from "../../../panel-kit/film/use-film-writing.ts";
import kit from "../../../panel-kit/layout/kit.module.css";
import { chooseFile } from "../../../panel-kit/input/choose-file.ts";
import { useMaking, useSaveFile } from "../../../panel-kit/save/use-making.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Feedback.tsx";
import { Select, TextField } from "../../../ui/field/Field.tsx";
import css from "../lyrics/lyrics.module.css";
import type { BackingSound } from "./write-backing.ts";
import { writeBacking } from "./write-backing.ts";

/** Bits a second are of a plain picture with text. */
const SIZES = {
  "720p": { size: { width: 1280, height: 720 }, bitrate: 2_500_000 },
  "1080p": { size: { width: 1920, height: 1080 }, bitrate: 5_000_000 },
} as const;
type Size = keyof typeof SIZES;
const NIGHT = "#14213d";
/** Pictures of a second. */
const RATE = 30;

/** Saves a film with the sound and the lyrics, which light up, over a color or a picture. */
export function SaveFilm({
  sound,
  lines,
}: {
  readonly sound: BackingSound;
  readonly lines: readonly LyricLine[];
}) {
  const { t, format } = useLocale();
  const { start, done, cancel } = useMaking();
  const saveFile = useSaveFile();
  const [size, setSize] = useState<Size>("720p");
  const [background, setBackground] = useState(NIGHT);
  const { picture, isBad, choose, remove } = usePicture();
  const writing = useFilmWriting({ ...SIZES[size], rate: RATE });
  if (writing === null) return <p className={kit["note"]}>{t("panel-kit:film.missing")}</p>;
  if (writing === undefined) return null;
  const save = (): void => {
    const { output, codec } = writing;
    const timed = atTempo(lines, sound.backing.tempo / 100);
    const shown = { kind: "lyrics", lines: timed, background, picture } as const;
    const drawn = { codec, rate: RATE, shown, ...SIZES[size] };
    start(async (options) => {
      const made = await writeBacking(sound, { output, drawn }, options);
      await saveFile(made, made.name);
    });
  };
  return (
    <>
      <div className={css["film"]}>
        <Select
          label={t("panel-karaoke:film.size")}
          value={size}
          onChange={({ target }) => setSize(target.value as Size)}
        >
          {Object.keys(SIZES).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <TextField
          type="color"
          label={t("panel-kit:film.color")}
          value={background}
          onChange={({ target }) => setBackground(target.value)}
        />
        <Button onClick={picture ? remove : choose}>
          {t(picture ? "panel-karaoke:film.noPicture" : "panel-karaoke:film.picture")}
        </Button>
        <Button
          icon={<Clapperboard />}
          busy={done !== null}
          disabled={!lines.some(isTimed)}
          onClick={save}
        >
          {done === null
            ? t("panel-karaoke:film.save", { format: writing.output === "mp4" ? "MP4" : "WebM" })
            : t("panel-kit:converting", { part: format.percent(done) })}
        </Button>
        {done !== null && <Button onClick={cancel}>{t("common:zone.cancel")}</Button>}
      </div>
      {isBad && <Notice weight="bad">{t("panel-karaoke:film.badPicture")}</Notice>}
    </>
  );
}

/** A picture of the visitor's that the browser can open. */
function usePicture() {
  const [picture, setPicture] = useState<File | null>(null);
  const [isBad, setBad] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const opened = await createImageBitmap(file).catch(() => null);
    opened?.close();
    setBad(!opened);
    if (opened) setPicture(file);
  };
  return {
    picture,
    isBad,
    choose: () => chooseFile("image/*", take),
    remove: () => setPicture(null),
  };
}
