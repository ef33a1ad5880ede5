import { useEffect, useState } from "react";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { RemuxFacts } from "#runtime/audio/worker/remux/remux-media.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { SoundPreview } from "#runtime/panel-kit/preview/SoundPreview.tsx";
import { codecName } from "../fetch/codec-name.ts";
import { EditFields } from "./EditFields.tsx";
import { FactLine } from "./FactLine.tsx";
import css from "./links.module.css";

/** A file in the tray and its contents. */
export function FileCard({
  file,
  isAlone,
}: {
  readonly file: TrayFile;
  /** Whether there is room to play it and to show its waveform. */
  readonly isAlone: boolean;
}) {
  const { id, name, size, duration } = file;
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const [plan, setPlan] = useState<RemuxFacts | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    files
      .open(id)
      .then((file) => sharedEngine().planRemux({ media: [file], pictures: "any" }, { signal }))
      // The job reports errors.
      .then(setPlan, () => {});
    return () => leaving.abort();
  }, [files, id]);
  // Videos without sound have no waveform, whose heading has the length.
  const isShown = isAlone && (plan === null || plan.codec !== null);
  const facts = [
    isShown || duration === null ? null : format.duration(duration),
    format.bytes(size),
    plan?.picture ? codecName(plan.picture) : null,
    plan?.height ? t("panel-download:lines", { value: plan.height }) : null,
    plan?.frameRate ? t("panel-download:fps", { value: Math.round(plan.frameRate) }) : null,
    plan?.codec ? codecName(plan.codec) : null,
    plan?.sampleRate ? t("panel-download:khz", { value: plan.sampleRate / 1000 }) : null,
  ];
  return (
    <li className={css["card"]}>
      <div className={css["text"]}>
        {isShown ? (
          <SoundPreview file={file} />
        ) : (
          <h2 className={css["title"]}>
            <bdi>{name}</bdi>
          </h2>
        )}
        <FactLine facts={facts} />
        <div className={css["reserved"]}>
          {plan && <EditFields of={id} name={name} title="" chapters={plan.chapters} />}
        </div>
      </div>
    </li>
  );
}
