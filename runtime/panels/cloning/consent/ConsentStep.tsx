import FolderOpen from "lucide-react/icons/folder-open";
import Mic from "lucide-react/icons/mic";
import Square from "lucide-react/icons/square";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { METER_LIMIT, meterPosition } from "#runtime/audio/microphone/meter-position.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { formatText } from "#runtime/notices/notices.ts";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Meter } from "#runtime/ui/Meter.tsx";
import { faultText } from "#runtime/contract/texts.ts";
import css from "../looks/cloning.module.css";
import type { AnalyzedSample } from "../sample/use-sample.ts";
import type { GivenConsent } from "../setup/setup.ts";
import { ReceiptFacts } from "./ReceiptFacts.tsx";
import { useConsentCheck } from "./use-consent-check.ts";
import { useRecording } from "./use-recording.ts";

/** The sentence to read aloud, and the result of the check. */
export function ConsentStep({
  sample,
  language,
  speech,
  consent,
  onConsent,
}: {
  /** A usable sample. */
  readonly sample: AnalyzedSample;
  /** Locale of the sentence. */
  readonly language: string;
  readonly speech: SpeechFolders;
  readonly consent: GivenConsent | null;
  readonly onConsent: (consent: GivenConsent | null) => void;
}) {
  const t = useT();
  const sentence = t("panel-cloning:consent.sentence");
  const request = { sentence, language, speech };
  const { isBusy, fault, problem, check } = useConsentCheck(sample, request, onConsent);
  const recording = useRecording(check);
  if (consent)
    return (
      <section className={css["step"]} aria-label={t("panel-cloning:consent.title")}>
        <h3>{t("panel-cloning:consent.title")}</h3>
        <Notice weight="good" title={t("panel-cloning:consent.given")}>
          <ReceiptFacts receipt={consent.receipt} />
        </Notice>
        <div>
          <Button small look="quiet" onClick={() => onConsent(null)}>
            {t("panel-cloning:consent.again")}
          </Button>
        </div>
      </section>
    );
  return (
    <section className={css["step"]} aria-label={t("panel-cloning:consent.title")}>
      <h3>{t("panel-cloning:consent.title")}</h3>
      <p>{t("panel-cloning:consent.ask")}</p>
      <blockquote className={css["sentence"]}>{sentence}</blockquote>
      {recording.fault && <Notice weight="bad">{formatText(faultText(recording.fault), t)}</Notice>}
      {problem && <Notice weight="bad">{formatText(problem, t)}</Notice>}
      {fault && <Notice weight="bad">{t(`panel-cloning:refused.${fault}`)}</Notice>}
      {isBusy ? (
        <output className={css["soft"]}>{t("panel-cloning:consent.checking")}</output>
      ) : (
        <Recording recording={recording} onFile={check} />
      )}
      <p className={css["soft"]}>{t("panel-cloning:consent.checked")}</p>
    </section>
  );
}

function Recording({
  recording,
  onFile,
}: {
  readonly recording: ReturnType<typeof useRecording>;
  readonly onFile: (file: Blob) => void;
}) {
  const { t, format } = useLocale();
  const { state, seconds, level } = recording;
  const open = (): void =>
    chooseFile("audio/*,video/*", (file) => Promise.resolve(file && onFile(file)));
  if (state === "idle")
    return (
      <div className={kit["row"]}>
        <Button look="primary" icon={<Mic />} onClick={() => recording.start()}>
          {t("panel-cloning:consent.record")}
        </Button>
        <Button icon={<FolderOpen />} onClick={open}>
          {t("panel-cloning:consent.open")}
        </Button>
      </div>
    );
  return (
    <>
      <div className={css["live"]}>
        <Meter
          value={meterPosition(level)}
          limit={METER_LIMIT}
          label={t("workspace:recorder.level")}
        />
        <span role="timer">{format.clock(seconds, 1)}</span>
      </div>
      {state === "asking" && <p>{t("workspace:recorder.asking")}</p>}
      <div className={kit["row"]}>
        <Button
          look="primary"
          icon={<Square />}
          disabled={state === "asking"}
          onClick={() => recording.stop()}
        >
          {t("panel-cloning:consent.done")}
        </Button>
        <Button look="quiet" onClick={() => recording.discard()}>
          {t("common:zone.cancel")}
        </Button>
      </div>
    </>
  );
}
