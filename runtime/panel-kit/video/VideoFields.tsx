import { type ReactNode, useState } from "react";
import { isTimed } from "#core/lyrics/lyrics.ts";
import { captionsFromTranscript } from "#core/transcript/save/lyrics.ts";
import { type Look, FONTS } from "../../audio/worker/pictures/look.ts";
import { openMedia } from "../../audio/worker/pictures/open-media.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { chooseFile } from "../input/choose-file.ts";
import { Notice } from "../../ui/Feedback.tsx";
import { Checkbox, Select, Slider, TextField } from "../../ui/field/Field.tsx";
import css from "./video.module.css";
import { STYLES, styleOf } from "./video-settings.ts";
import type { TrayFile } from "../../contract/file.ts";
import { TranscriptButton } from "../input/TranscriptButton.tsx";
import { storeMedia } from "../media-store/media-store.ts";
import { Fold } from "./Fold.tsx";
import { readCaptions } from "./read-captions.ts";
import type { VideoSetup } from "./use-video-setup.ts";

/** A group of related settings. */
export const FieldGroup = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <fieldset className={css["group"]}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

function ColorField({
  setup: { film, changeLook },
  name,
}: {
  readonly setup: VideoSetup;
  readonly name: (typeof COLORS)[number];
}) {
  const t = useT();
  return (
    <TextField
      type="color"
      label={t(`panel-kit:film.${name}`)}
      value={film.look[name]}
      onChange={({ target }) => changeLook({ [name]: target.value })}
    />
  );
}

/**
 * Lets the visitor choose an image or a video, and stores it. @param accept MIME types, as in HTML
 */
export function MediaField({
  setup: { film, change },
  label,
  accept,
}: {
  readonly setup: VideoSetup;
  readonly label: string;
  readonly accept: string;
}) {
  const t = useT();
  const [isBad, setBad] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const opened = await openMedia(file).catch(() => null);
    opened?.close();
    setBad(!opened);
    if (opened) change({ media: await storeMedia(file, file.name) });
  };
  return (
    <>
      <div>
        <Button small onClick={() => chooseFile(accept, take)}>
          {label}
        </Button>{" "}
        {film.media && (
          <>
            <bdi>{film.media.name}</bdi>{" "}
            <Button small look="quiet" onClick={() => change({ media: null })}>
              {t("panel-kit:remove", { name: film.media.name })}
            </Button>
          </>
        )}
      </div>
      {isBad && <Notice weight="bad">{t("panel-kit:film.badMedia")}</Notice>}
    </>
  );
}

const COLORS = ["color", "second", "accent", "ink"] as const;

/** The colors of a look. */
const Swatches = ({ look }: { readonly look: Look }) => (
  <span className={css["swatches"]} aria-hidden="true">
    {COLORS.map((name) => (
      <span key={name} style={{ background: look[name] }} />
    ))}
  </span>
);

/** Color scheme and background, which belong to the look. */
export function SchemeFields({ setup }: { readonly setup: VideoSetup }) {
  const { t, format } = useLocale();
  const { film, changeLook } = setup;
  const { look } = film;
  const hasTemplate = look.template !== "";
  const hasPicture = !hasTemplate && look.background === "media" && film.media !== null;
  return (
    <>
      <Select
        label={t("panel-kit:film.style")}
        value={styleOf(look) ?? ""}
        onChange={({ target }) =>
          target.value && changeLook(STYLES[target.value as keyof typeof STYLES])
        }
      >
        {styleOf(look) === null && <option value="">{t("panel-kit:film.ownStyle")}</option>}
        {Object.keys(STYLES).map((name) => (
          <option key={name} value={name}>
            {t(`panel-kit:film.styles.${name}`)}
          </option>
        ))}
      </Select>
      {!hasTemplate && (
        <Select
          label={t("panel-kit:film.background")}
          value={look.background}
          onChange={({ target }) => changeLook({ background: target.value as Look["background"] })}
        >
          {(["gradient", "color", "media"] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(`panel-kit:film.backgrounds.${kind}`)}
            </option>
          ))}
        </Select>
      )}
      {!hasTemplate && look.background === "media" && (
        <MediaField setup={setup} label={t("panel-kit:film.choose")} accept="image/*,video/*" />
      )}
      {hasPicture && (
        <Select
          label={t("panel-kit:film.fit")}
          value={look.fit}
          onChange={({ target }) => changeLook({ fit: target.value as Look["fit"] })}
        >
          <option value="cover">{t("panel-kit:film.fits.cover")}</option>
          <option value="fill">{t("panel-kit:film.fits.fill")}</option>
        </Select>
      )}
      {hasPicture && look.fit === "fill" && (
        <Slider
          label={t("panel-kit:film.shade")}
          output={format.percent(look.shade)}
          min={0}
          max={1}
          step={0.05}
          value={look.shade}
          onChange={({ target }) => changeLook({ shade: target.valueAsNumber })}
        />
      )}
    </>
  );
}

/** The colors one by one. */
export function ColorFields({ setup }: { readonly setup: VideoSetup }) {
  const t = useT();
  const { look } = setup.film;
  return (
    <Fold
      setup={setup}
      id="colors"
      title={t("panel-kit:film.colors")}
      summary={<Swatches look={look} />}
    >
      <div className={css["pair"]}>
        <ColorField setup={setup} name="color" />
        {(look.template !== "" || look.background !== "color") && (
          <ColorField setup={setup} name="second" />
        )}
        <ColorField setup={setup} name="accent" />
        <ColorField setup={setup} name="ink" />
      </div>
    </Fold>
  );
}

/**
 * Text in the video. @param sound file whose transcript can be used as captions; null if there is
 * none
 */
export function TextFields({
  setup,
  sound,
}: {
  readonly setup: VideoSetup;
  readonly sound: TrayFile | null;
}) {
  const t = useT();
  const { film, change, changeLook } = setup;
  const { look } = film;
  const texts = [look.title, look.byline, film.captions?.name ?? ""];
  const [problem, setProblem] = useState<"badCaptions" | "untimed" | null>(null);
  const [left, setLeft] = useState(0);
  const keep = async (file: Blob, name: string, missing = 0): Promise<void> => {
    setProblem(null);
    setLeft(missing);
    change({ captions: await storeMedia(file, name) });
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const found = await readCaptions(file).catch(() => null);
    if (found?.lines.some(isTimed)) await keep(file, file.name, found.left);
    else setProblem(found === null ? "badCaptions" : "untimed");
  };
  return (
    <Fold
      setup={setup}
      id="text"
      title={t("panel-kit:film.text")}
      summary={<bdi>{texts.filter((one) => one !== "").join(" · ")}</bdi>}
    >
      {(["title", "byline"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`panel-kit:film.${name}`)}
          dir="auto"
          maxLength={200}
          value={look[name]}
          onChange={({ target }) => changeLook({ [name]: target.value })}
        />
      ))}
      <Select
        label={t("panel-kit:film.font")}
        value={look.font}
        onChange={({ target }) => changeLook({ font: target.value as Look["font"] })}
      >
        {FONTS.map((font) => (
          <option key={font} value={font}>
            {t(`panel-kit:film.fonts.${font}`)}
          </option>
        ))}
      </Select>
      <div className={css["bar"]}>
        <Button
          small
          onClick={() =>
            chooseFile(
              ".srt,.vtt,.lrc,.ass,.ssa,.ttml,.sbv,.txt,text/vtt,text/plain,application/x-subrip",
              take,
            )
          }
        >
          {t("panel-kit:film.captions")}
        </Button>{" "}
        {sound && (
          <TranscriptButton
            fileId={sound.id}
            write={t("panel-kit:film.transcribe")}
            onTake={({ lines }) =>
              keep(
                new Blob([captionsFromTranscript(lines)], { type: "text/vtt" }),
                `${sound.name.replace(/\.[^.]*$/, "")}.vtt`,
              )
            }
          />
        )}{" "}
        {film.captions && (
          <>
            <bdi>{film.captions.name}</bdi>{" "}
            <Button small look="quiet" onClick={() => change({ captions: null })}>
              {t("panel-kit:remove", { name: film.captions.name })}
            </Button>
          </>
        )}
      </div>
      {problem && <Notice weight="bad">{t(`panel-kit:film.${problem}`)}</Notice>}
      {film.captions && left > 0 && (
        <Notice weight="attention">{t("panel-kit:film.captionsLeft", { count: left })}</Notice>
      )}
      <Checkbox
        label={t("panel-kit:film.progress")}
        checked={look.progress}
        onChange={({ target }) => changeLook({ progress: target.checked })}
      />
    </Fold>
  );
}
