import {
  type OutputFormat,
  fileFactsOf,
  isVideoFormat,
  OUTPUT_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import { useT } from "../../i18n/context.tsx";
import { Select } from "../../ui/field/Field.tsx";
import type { Saving } from "../../contract/file.ts";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/** Message key of what happens to the video of a file; null for sounds. */
export const videoHint = ({ source, beside, outOfStep }: Saving): string | null => {
  if (isVideoFormat(source)) return beside ? "panel-kit:film.keptBoth" : "panel-kit:film.kept";
  return outOfStep ? "panel-kit:film.outOfStep" : null;
};

/** The format in which a result is saved: the video with the new sound, or the sound alone. */
export function SaveFormat({
  saving: { source, chosen, beside },
  hintId,
  onChange,
}: {
  readonly saving: Saving;
  /** Id of the element that explains what happens to the video. */
  readonly hintId: string | undefined;
  readonly onChange: (chosen: Saving["chosen"]) => void;
}) {
  const t = useT();
  const hasVideo = isVideoFormat(source);
  const sounds = FORMATS.map((name) => (
    <option key={name} value={name}>
      {t(`panel-kit:format.${name}`)}
    </option>
  ));
  // The source format is one of the listed formats, so that none is listed twice.
  const value = chosen === "keep" ? (hasVideo ? "keep" : source) : chosen;
  return (
    <Select
      label={t("panel-kit:output")}
      isBrief
      aria-describedby={hintId}
      value={value}
      onChange={({ target }) =>
        onChange(target.value === source ? "keep" : (target.value as Saving["chosen"]))
      }
    >
      {hasVideo ? (
        <>
          <option value="keep">
            {t(beside ? "panel-kit:film.both" : "panel-kit:film.option", {
              format: fileFactsOf(source).ending.toUpperCase(),
            })}
          </option>
          <optgroup label={t("panel-kit:film.soundOnly")}>{sounds}</optgroup>
        </>
      ) : (
        sounds
      )}
    </Select>
  );
}
