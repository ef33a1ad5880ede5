import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import { useT } from "../../i18n/context.tsx";
import kit from "../../panel-kit/layout/kit.module.css";
import { Checkbox, Select, TextField } from "../../ui/field/Field.tsx";
import { codecName } from "./fetch/codec-name.ts";
import type { DownloadParams, Wanted } from "../../panel-kit/fetch/wanted.ts";
import {
  BITRATES,
  codecOf,
  WANTED,
  hasPictures,
  usualBitrate,
} from "../../panel-kit/fetch/wanted.ts";

export type Options = Pick<
  DownloadParams,
  "wanted" | "height" | "bitrate" | "artist" | "album" | "cover"
>;

/** Which words are true of a wish. */
const truthOf = (wanted: Wanted): string => {
  if (wanted === "flac" || wanted === "wav16") return "lossless";
  return codecOf(wanted) === null ? wanted : "lossy";
};

/** What is made of what is fetched, with the truth about it. */
export function OptionFields({
  value,
  hasLinks,
  heights,
  onChange,
}: {
  readonly value: Options;
  /** Whether there can be pictures to choose the size of, and covers. */
  readonly hasLinks: boolean;
  /** Heights of the pictures that were found. */
  readonly heights: readonly number[];
  readonly onChange: (change: Partial<Options>) => void;
}) {
  const t = useT();
  const { wanted, height, bitrate, artist, album, cover } = value;
  return (
    <div className={kit["settings"]}>
      <Select
        label={t("panel-kit:output")}
        hint={t(`panel-download:truth.${truthOf(wanted)}`, {
          codec: codecName(codecOf(wanted) ?? ""),
        })}
        value={wanted}
        onChange={({ target }) => onChange({ wanted: target.value as Wanted })}
      >
        {WANTED.map((name) => (
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
          <option value={0}>{t("panel-download:keepRate", { value: usualBitrate(wanted) })}</option>
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
      <details className={kit["more"]}>
        <summary>{t("panel-download:tags")}</summary>
        <div className={kit["settings"]}>
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
          {hasLinks && (
            <Checkbox
              label={t("panel-download:cover")}
              checked={cover}
              onChange={({ target }) => onChange({ cover: target.checked })}
            />
          )}
        </div>
      </details>
    </div>
  );
}
