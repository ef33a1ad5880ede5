import Clapperboard from "lucide-react/icons/clapperboard";
import { useEffect, useState } from "react";
import { type LyricLine, atTempo, isTimed } from "#core/lyrics/lyrics.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useVideoEncoder } from "#runtime/panel-kit/video/use-video-encoder.ts";
import kit from "../../../panel-kit/layout/kit.module.css";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Checkbox, Select, TextField } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import css from "../lyrics/lyrics.module.css";
import { type BackingSound, writeBacking } from "./write-backing.ts";

/** Bit rates of simple frames with text, in bits per second. */
const SIZES = {
  "720p": { size: { width: 1280, height: 720 }, bitrate: 2_500_000 },
  "1080p": { size: { width: 1920, height: 1080 }, bitrate: 5_000_000 },
} as const;
type Size = keyof typeof SIZES;
const NIGHT = "#14213d";
/** Frames per second. */
const RATE = 30;

/**
 * Saves a video with the sound and highlighted lyrics, over a color, an image or the song's own
 * video.
 */
export function SaveVideo({
  file,
  sound,
  lines,
}: {
  /** The song. */
  readonly file: TrayFile;
  readonly sound: BackingSound;
  readonly lines: readonly LyricLine[];
}) {
  const { t, format } = useLocale();
  const { start, done, cancel } = useRendering();
  const saveFile = useSaveFile();
  const [size, setSize] = useState<Size>("720p");
  const [background, setBackground] = useState(NIGHT);
  const { picture, isBad, choose, remove } = usePicture();
  const own = useOwnVideo(file);
  const [isOverOwn, setOverOwn] = useState(true);
  const video = isOverOwn ? own : null;
  const writing = useVideoEncoder({ ...SIZES[size], rate: RATE });
  if (writing === null) return <p className={kit["note"]}>{t("panel-kit:film.missing")}</p>;
  if (writing === undefined) return null;
  const save = (): void => {
    const { output, codec } = writing;
    const tempo = sound.backing.tempo / 100;
    const shown = {
      kind: "lyrics",
      lines: atTempo(lines, tempo),
      background,
      picture,
      film: video && { file: video, tempo },
    } as const;
    const drawn = { codec, rate: RATE, shown, ...SIZES[size] };
    start(async (options) => {
      const made = await writeBacking(sound, { output, drawn }, options);
      await saveFile(made, made.name);
    });
  };
  return (
    <>
      {own && (
        <Checkbox
          as="switch"
          label={t("panel-karaoke:film.own")}
          checked={isOverOwn}
          onChange={({ target }) => setOverOwn(target.checked)}
        />
      )}
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
        {!video && (
          <Button onClick={picture ? remove : choose}>
            {t(picture ? "panel-karaoke:film.noPicture" : "panel-karaoke:film.picture")}
          </Button>
        )}
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

/**
 * The song's own video, if it has one that this browser can display; null otherwise, and until it
 * is known.
 */
function useOwnVideo({ id, kind }: TrayFile): File | null {
  const { files } = useWorkspace();
  const [video, setVideo] = useState<File | null>(null);
  useEffect(() => {
    if (kind !== "video") return undefined;
    let here = true;
    const look = async (): Promise<void> => {
      const [{ openVideo }, file] = await Promise.all([
        import("#runtime/audio/worker/pictures/open-media.ts"),
        files.open(id),
      ]);
      (await openVideo(file)).close();
      if (here) setVideo(file);
    };
    // A file without a picture, or with an unknown codec, is treated as a sound.
    look().catch(() => {});
    return () => void (here = false);
  }, [files, id, kind]);
  return video;
}

/** An image of the visitor's that the browser can open. */
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
