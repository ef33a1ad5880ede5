import { useEffect, useState } from "react";
import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { type RunRecord, records } from "../../audio/records.ts";
import { useLocale } from "../../i18n/context.tsx";
import { SoundSection } from "../../panel-kit/layout/SoundSection.tsx";
import css from "../../panel-kit/layout/kit.module.css";
import { PlayButton, PreviewLine } from "../../panel-kit/player/PreviewLine.tsx";
import { EngineInfo } from "../../panel-kit/result/EngineInfo.tsx";
import { OutdatedBadge } from "../../panel-kit/start/Outdated.tsx";
import { SaveInBar } from "../../panel-kit/save/SaveRendered.tsx";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult } from "../../contract/file.ts";
import type { ScapeParams } from "./setup/setup.ts";

/** The finished file with a player, its measurements and a save button. */
export function Result({
  result,
  params: { length, output },
  outdated,
}: {
  readonly result: JobResult;
  readonly params: ScapeParams;
  readonly outdated: boolean;
}) {
  const { t, format } = useLocale();
  const { preview, jobs } = useWorkspace();
  const saving = useSaving();
  const record = useRecord(result.id);
  const { id, name, size } = result;
  return (
    <SoundSection
      label={t("panel-kit:result")}
      name={name}
      facts={
        <>
          {format.duration(length.seconds)} · {format.bytes(size)}{" "}
          <OutdatedBadge freshness={outdated ? "outdated" : "current"} />
        </>
      }
    >
      <div className={css["row"]}>
        <PlayButton
          id={id}
          name={name}
          disabled={false}
          onPlay={() => preview.toggle(id, () => jobs.openResult(result))}
        />
        <SaveInBar outdated={outdated} rendering={saving} onClick={() => saving.save([result])} />
      </div>
      <PreviewLine id={id} name={name} />
      {record && (
        <p className={css["soft"]}>
          <bdi dir="ltr">{t("panel-kit:unit.LUFS", { value: record.after.lufs })}</bdi> ·{" "}
          <bdi dir="ltr">{t("panel-kit:unit.dBTP", { value: record.after.truePeak })}</bdi>
          {!OUTPUT_FORMATS[output].lossless && (
            <>
              {" · "}
              {t("panel-kit:figure.ofRender", { format: t(`panel-kit:format.${output}`) })}
            </>
          )}
        </p>
      )}
      <EngineInfo model={undefined} />
    </SoundSection>
  );
}

/** Measurements of a result; null until they are loaded. */
function useRecord(id: string): RunRecord | null {
  const [found, setFound] = useState<RunRecord | null>(null);
  useEffect(() => {
    let here = true;
    records.get("runs", id).then(
      (record) => here && setFound(record),
      // The result is shown without figures.
      () => {},
    );
    return () => void (here = false);
  }, [id]);
  return found;
}
