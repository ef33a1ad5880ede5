import { useState } from "react";
import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { useT } from "../../i18n/context.tsx";
import { chooseFile } from "../../panel-kit/input/choose-file.ts";
import { storeMedia, type StoredMedia } from "../../panel-kit/media-store/media-store.ts";
import kit from "../../panel-kit/layout/kit.module.css";
import { MoreSettings } from "../../panel-kit/settings/MoreSettings.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { Checkbox, Select, TextField } from "../../ui/field/Field.tsx";
import { coverImageOf } from "./cover-image.ts";
import { codecName } from "./fetch/codec-name.ts";
import {
  type DownloadParams,
  type DownloadTarget,
  BITRATES,
  codecOf,
  DOWNLOAD_TARGETS,
  hasPictures,
  defaultBitrate,
} from "../../panel-kit/fetch/download-target.ts";

export type Options = Pick<
  DownloadParams,
  "wanted" | "height" | "bitrate" | "artist" | "album" | "cover"
> & { readonly image: StoredMedia | null };

/** Message key suffix of the statement about quality that applies to a target. */
const truthOf = (target: DownloadTarget): string => {
  if (target === "flac" || target === "wav16") return "lossless";
  return codecOf(target) === null ? target : "lossy";
};

/** The format of downloads, with a statement about its quality. */
export function OptionFields({
  preset,
  value,
  hasLinks,
  heights,
  onChange,
}: {
  readonly preset: string;
  readonly value: Options;
  /** Whether there are links, which may have video sizes and covers. */
  readonly hasLinks: boolean;
  /** Heights of the available videos. */
  readonly heights: readonly number[];
  readonly onChange: (change: Partial<Options>) => void;
}) {
  const t = useT();
  const { wanted, height, bitrate, artist, album, cover, image } = value;
  return (
    <div className={kit["settings"]}>
      <Select
        label={t("panel-kit:output")}
        hint={t(`panel-download:truth.${truthOf(wanted)}`, {
          codec: codecName(codecOf(wanted) ?? ""),
        })}
        value={wanted}
        onChange={({ target }) => onChange({ wanted: target.value as DownloadTarget })}
      >
        {DOWNLOAD_TARGETS.map((name) => (
          <option key={name} value={name}>
            {t(
              name in OUTPUT_FORMATS ? `panel-kit:format.${name}` : `panel-download:wanted.${name}`,
            )}
          </option>
        ))}
      </Select>
      {BITRATES[wanted] && (
        <Select
          label={t("panel-download:encodedAt")}
          hint={t("panel-download:bitrateHint")}
          value={bitrate}
          onChange={({ target }) => onChange({ bitrate: Number(target.value) })}
        >
          <option value={0}>
            {t("panel-download:keepRate", { value: defaultBitrate(wanted) })}
          </option>
          {BITRATES[wanted].map((value) => (
            <option key={value} value={value}>
              {t("panel-download:bitrate", { value })}
            </option>
          ))}
        </Select>
      )}
      {hasPictures(wanted) && heights.length > 1 && (
        <Select
          label={t("panel-download:height")}
          value={heights.includes(height) ? height : 0}
          onChange={({ target }) => onChange({ height: Number(target.value) })}
        >
          {[0, ...heights].map((lines) => (
            <option key={lines} value={lines}>
              {lines === 0
                ? t("panel-download:anyHeight")
                : t("panel-download:lines", { value: lines })}
            </option>
          ))}
        </Select>
      )}
      <MoreSettings of={["download", preset]} title={t("panel-download:tags")}>
        <TextField
          label={t("panel-download:artist")}
          hint={t("panel-download:tagsHint")}
          value={artist}
          onChange={({ target }) => onChange({ artist: target.value })}
        />
        <TextField
          label={t("panel-download:album")}
          value={album}
          onChange={({ target }) => onChange({ album: target.value })}
        />
        {hasLinks && !image && (
          <Checkbox
            label={t("panel-download:cover")}
            checked={cover}
            onChange={({ target }) => onChange({ cover: target.checked })}
          />
        )}
        <OwnCover value={image} onChange={(chosen) => onChange({ image: chosen })} />
      </MoreSettings>
    </div>
  );
}

/** A cover of the visitor's own for all saved files. */
function OwnCover({
  value,
  onChange,
}: {
  readonly value: StoredMedia | null;
  readonly onChange: (image: StoredMedia | null) => void;
}) {
  const t = useT();
  const [isBad, setBad] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const cover = await coverImageOf(file).catch(() => null);
    setBad(cover === null);
    if (cover) onChange(await storeMedia(cover, file.name));
  };
  return (
    <>
      <div className={kit["row"]}>
        <Button small onClick={() => chooseFile("image/*", take)}>
          {t("panel-download:ownCover")}
        </Button>
        {value && (
          <>
            <bdi>{value.name}</bdi>
            <Button small look="quiet" onClick={() => onChange(null)}>
              {t("panel-kit:remove", { name: value.name })}
            </Button>
          </>
        )}
      </div>
      {isBad && <Notice weight="bad">{t("panel-download:badCover")}</Notice>}
    </>
  );
}
