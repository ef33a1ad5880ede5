import { fileFactsOf, isVideoFormat } from "#audio/media/writers/output-formats.ts";
import type { RunRecord } from "../../audio/records.ts";
import type { JobResult } from "../../contract/file.ts";
import { useT } from "../../i18n/context.tsx";
import css from "../layout/kit.module.css";
import { nameToSave } from "../save/saved-format.ts";
import { lossyFormat, savedRecord } from "../save/saved-levels.ts";

/** Whether the loudness and peak that are shown are those of the saved file. */
export function MeasuredSound({
  record,
  result,
}: {
  /** Of the run. */
  readonly record: RunRecord;
  readonly result: JobResult;
}) {
  const t = useT();
  const format = lossyFormat(result);
  if (format === null) return null;
  const { measured } = savedRecord(record, result);
  return (
    <p className={css["soft"]} data-measured={measured}>
      {measured === "file"
        ? t("panel-kit:figure.ofFile", { name: nameToSave(result) })
        : t("panel-kit:figure.ofRender", {
            format: isVideoFormat(format)
              ? fileFactsOf(format).ending.toUpperCase()
              : t(`panel-kit:format.${format}`),
          })}
    </p>
  );
}
