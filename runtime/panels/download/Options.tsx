import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import { useT } from "../../i18n/context.tsx";
import kit from "../../panel-kit/layout/kit.module.css";
import { Checkbox, Select, TextField } from "../../ui/field/Field.tsx";
import type { DownloadParams, Wanted } from "./fetch/wanted.ts";
import { HEIGHTS, WANTED, hasPictures } from "./fetch/wanted.ts";

export type Options = Pick<DownloadParams, "wanted" | "height" | "artist" | "album" | "cover">;

/** What is made of what is fetched, with the truth about it. */
export function OptionFields({
  value,
  hasLinks,
  onChange,
}: {
  readonly value: Options;
  /** Whether there can be pictures to choose the size of, and covers. */
  readonly hasLinks: boolean;
  readonly onChange: (change: Partial<Options>) => void;
}) {
  const t = useT();
  const { wanted, height, artist, album, cover } = value;
  return (
    <div className={kit["settings"]}>
      <Select
        label={t("panel-download:wanted.label")}
        hint={t(`panel-download:truth.${wanted}`)}
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
      {hasLinks && hasPictures(wanted) && (
        <Select
          label={t("panel-download:height")}
          value={height}
          onChange={({ target }) => onChange({ height: Number(target.value) })}
        >
          {HEIGHTS.map((lines) => (
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
