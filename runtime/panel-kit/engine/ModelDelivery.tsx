import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { faultText } from "../../contract/texts.ts";
import css from "../layout/kit.module.css";

/** Origin of a model; its license, its download, and why that failed, if it is not on the device. */
export function ModelDelivery({
  model,
  remedy,
}: {
  readonly model: OfferedModel;
  /** What can be done if the download fails. */
  readonly remedy?: ReactNode;
}) {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const entry = useStore(models, ({ entries }) => entries[model.id]);
  if (!entry) return null;
  const { state, bytes, fault, secondsLeft } = entry;
  const { id } = model;
  if (state === "kept") return <Origin model={model} isStored />;
  const part = bytes / model.bytes;
  const progress = [
    format.percent(part),
    t("panel-kit:quality.done", { done: format.bytes(bytes), all: format.bytes(model.bytes) }),
    secondsLeft === null ? null : t("common:zone.left", { time: format.timeLeft(secondsLeft) }),
  ];
  return (
    <div className={css["delivery"]}>
      <Terms model={model} />
      {fault && (
        <Notice weight="bad" actions={remedy}>
          <p>{formatText(faultText(fault), t)}</p>
        </Notice>
      )}
      {state === "loading" ? (
        <div className={css["row"]}>
          <ProgressArc value={part} label={t("panel-kit:quality.progress")} size={48} />
          <span className={css["soft"]}>
            {progress.filter((text) => text !== null).join(" · ")}
          </span>
          <Button small onClick={() => models.pause(id)}>
            {t("panel-kit:quality.pause")}
          </Button>
        </div>
      ) : (
        <div className={css["row"]}>
          {/* Quiet, since a start downloads it, too. */}
          <Button small look="quiet" onClick={() => void models.load(id)}>
            {state === "part"
              ? t("panel-kit:quality.goOn", { size: format.bytes(model.bytes - bytes) })
              : t("panel-kit:quality.load", { size: format.bytes(model.bytes) })}
          </Button>
          {state === "part" && (
            <Button small look="quiet" onClick={() => void models.remove(id)}>
              {t("common:zone.cancel")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Host of a model, and what will be or was done with its files. */
function Origin({
  model: { files, memory },
  isStored = false,
}: {
  readonly model: OfferedModel;
  readonly isStored?: boolean;
}) {
  const { t, format } = useLocale();
  const host = isolate(new URL(files[0]!.url, document.baseURI).host);
  return (
    <p className={css["soft"]}>
      {t(`panel-kit:quality.${isStored ? "stored" : "consent"}`, { host })}
      {memory !== null && ` ${t("panel-kit:quality.memory", { size: format.bytes(memory) })}`}
    </p>
  );
}

/** Origin, license and requirements of a model. */
function Terms({ model }: { readonly model: OfferedModel }) {
  const { t } = useLocale();
  const { name, licence } = model;
  return (
    <>
      <Origin model={model} />
      {licence.use !== "any" && (
        <a className={css["soft"]} href={licence.url} target="_blank" rel="noreferrer">
          {t("panel-kit:quality.terms", { name })}
        </a>
      )}
    </>
  );
}
