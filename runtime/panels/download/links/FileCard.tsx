import { useEffect, useState } from "react";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { RemuxFacts } from "#runtime/audio/worker/remux/remux-media.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { codecName } from "../fetch/codec-name.ts";
import { EditFields } from "./EditFields.tsx";
import { FactLine } from "./FactLine.tsx";
import css from "./links.module.css";

/** A file in the tray and its contents. */
export function FileCard({ file: { id, name, size, duration } }: { readonly file: TrayFile }) {
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
  const facts = plan && [
    plan.picture === null ? null : codecName(plan.picture),
    plan.height === null ? null : t("panel-download:lines", { value: plan.height }),
    plan.frameRate === null ? null : t("panel-download:fps", { value: Math.round(plan.frameRate) }),
    plan.codec === null ? null : codecName(plan.codec),
    plan.sampleRate === null ? null : t("panel-download:khz", { value: plan.sampleRate / 1000 }),
  ];
  return (
    <li className={css["card"]}>
      <div className={css["text"]}>
        <h2 className={css["title"]}>
          <bdi>{name}</bdi>
        </h2>
        <FactLine
          facts={[duration === null ? null : format.duration(duration), format.bytes(size)]}
        />
        {facts && <FactLine facts={facts} />}
        {plan && <EditFields of={id} name={name} title="" chapters={plan.chapters} />}
      </div>
    </li>
  );
}
