import { useStore } from "zustand";
import type { ModelQuality } from "#core/models/models.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Format } from "../../i18n/format.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { faultText } from "../../contract/texts.ts";
import css from "../layout/kit.module.css";

/**
 * Size and origin of a model that the visitor can download, the progress, and whether it is on the
 * device.
 */
export function ModelDelivery({ model }: { readonly model: OfferedModel }) {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const entry = useStore(models, ({ entries }) => entries[model.id]);
  if (!entry) return null;
  const { state, bytes, fault, secondsLeft } = entry;
  const { id, name } = model;
  if (!fitsDevice(model))
    return (
      <Notice weight="bad">
        <p>{t("panel-kit:quality.tooLarge", { name, size: format.bytes(model.memory!) })}</p>
      </Notice>
    );
  if (state === "kept")
    return <p className={css["soft"]}>{t("panel-kit:quality.kept", { name })}</p>;
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
        <Notice weight="bad">
          <p>{formatText(faultText(fault), t)}</p>
        </Notice>
      )}
      {state === "loading" ? (
        <div className={css["row"]}>
          <ProgressArc value={part} label={t("panel-kit:quality.progress")} size={56} />
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

/** Names of metrics, which are the same in all languages. */
const METRIC_NAMES: Readonly<Record<ModelQuality["measure"], string>> = {
  sdr: "SDR",
  "si-sdr": "SI-SDR",
  wer: "WER",
  mos: "MOS",
  dnsmos: "DNSMOS",
  pesq: "PESQ",
  comet: "COMET",
};

function figureOf({ measure, value }: ModelQuality, format: Format): string {
  const number =
    measure === "sdr" || measure === "si-sdr"
      ? format.decibels(value, 1)
      : measure === "wer"
        ? format.percent(value / 100)
        : format.number(value);
  return isolate(`${METRIC_NAMES[measure]} ${number}`);
}

/** Origin, license, quality and requirements of a model. */
function Terms({ model }: { readonly model: OfferedModel }) {
  const { t, format } = useLocale();
  const { name, licence, quality, languages, memory, speed } = model;
  const host = isolate(new URL(model.files[0]!.url, document.baseURI).host);
  const [best] = quality;
  const facts = [
    best && t("panel-kit:quality.figure", { figure: figureOf(best, format), on: isolate(best.on) }),
    languages.length > 0 &&
      t("panel-kit:quality.languages", {
        languages: format.list(languages.map((tag) => format.language(tag))),
      }),
    memory !== null && t("panel-kit:quality.memory", { size: format.bytes(memory) }),
    speed !== undefined && t("panel-kit:quality.speed", { time: format.timeLeft(60 / speed) }),
  ].filter((fact) => typeof fact === "string");
  return (
    <>
      <p className={css["soft"]}>
        {t("panel-kit:quality.consent", { name, licence: isolate(licence.id), host })}
      </p>
      {licence.use !== "any" && (
        <Notice>
          <p>
            {licence.use === "personal-research"
              ? t("panel-kit:quality.personalResearch")
              : t("panel-kit:quality.nonCommercial")}{" "}
            <a href={licence.url} target="_blank" rel="noreferrer">
              {t("panel-kit:quality.terms", { name })}
            </a>
          </p>
        </Notice>
      )}
      {facts.length > 0 && <p className={css["soft"]}>{facts.join(" ")}</p>}
    </>
  );
}
