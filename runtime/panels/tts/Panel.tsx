import Play from "lucide-react/icons/play";
import Square from "lucide-react/icons/square";
import { useStore } from "zustand";
import { spokenSeconds } from "#core/hosted/limits.ts";
import { guessLanguage, isOtherText } from "../../audio/speech/guess-language.ts";
import { isHostedVoice } from "../../audio/voices/voices.ts";
import { useLocale } from "../../i18n/context.tsx";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import { RatingRequest } from "../../panel-kit/rating/RatingRequest.tsx";
import { SpokenBy } from "../../panel-kit/result/SpokenBy.tsx";
import { HostedVoiceNote } from "../../panel-kit/settings/HostedVoiceNote.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { RunStates } from "../../panel-kit/start/RunStates.tsx";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { Dictionary } from "./editor/Dictionary.tsx";
import { titleOf } from "./editor/file-name.ts";
import { languageOf, setupOf } from "./editor/setup.ts";
import { useLinkedVoice, useSpeech } from "./editor/use-speech.ts";
import { TextEditor } from "./editor/TextEditor.tsx";
import type { useBeginning } from "./editor/use-beginning.ts";
import { useStoredText } from "./editor/use-stored-text.ts";
import { type SpeechChange, VoiceSettings } from "./editor/VoiceSettings.tsx";
import { SpokenView } from "./spoken/SpokenView.tsx";
import css from "./looks/tts.module.css";

/** Speaks a text. */
export default function Panel({ tool, preset, jobs, workspace }: PanelProps) {
  const { t, locale } = useLocale();
  const { speech } = useWorkspace();
  const kept = useStore(workspace, ({ settings }) => settings["tts"]);
  const [text, setText] = useStoredText(workspace);
  const setup = setupOf(kept);
  const language = languageOf(kept, guessLanguage(text, locale.code));
  const set = (change: SpeechChange | { language: string }): void =>
    workspace.set("tts", change as unknown as JsonObject);
  useLinkedVoice(workspace);
  const changeText = (next: string): void => {
    if (isOtherText(text, next)) set({ language: "" });
    setText(next);
  };
  const runs = useRuns(jobs, { panel: "tts", preset }, []);
  const job = runs.all.findLast(({ state }) => state === "done");
  const speaking = useSpeech(workspace, { text, setup, language, job, earlier: runs.all });
  const { studio, params, beginning } = speaking;
  const { spoken } = studio;
  const isHosted = spoken === null && isHostedVoice(setup.persona);
  const sound = job?.results.find(({ state }) => state !== "missing");
  const { speech: __, ...made } = (job?.params ?? {}) as Record<string, unknown>;
  const isOutdated =
    job !== undefined && (job.text !== text || !isSame(made, params as unknown as JsonObject));
  if (!speech) return <Notice weight="plain">{t("panel-tts:noVoice")}</Notice>;
  const hasText = text.trim() !== "";
  return (
    <PanelLayout
      settings={
        <>
          <VoiceSettings
            {...{ preset, setup, studio, language }}
            timeOf={speaking.timeOf}
            onChange={set}
          >
            <Dictionary
              words={setup.pronunciations}
              onChange={(pronunciations) => set({ pronunciations })}
            />
          </VoiceSettings>
          <HostedVoiceNote voices={isHosted ? [setup.persona] : []} />
          {!isHosted && (
            <p className={css["soft"]}>
              {t(spoken ? "panel-tts:engineStudio" : "panel-tts:engine")}
            </p>
          )}
          <JobStart
            tool={tool}
            jobs={jobs}
            input={hasText ? [{ text, name: titleOf(text), duration: speaking.length }] : []}
            run={{
              panel: "tts",
              preset,
              params: { ...params, speech } as unknown as JsonObject,
              ...(isHosted && { hosted: spokenSeconds([{ text }]) }),
            }}
            action={t("panel-tts:start")}
            isLocal={!isHosted}
            again={sound !== undefined && !isOutdated}
            outdated={sound && isOutdated ? { follows: null } : null}
          />
        </>
      }
    >
      <TextEditor
        text={text}
        language={language}
        onText={changeText}
        onLanguage={(code) => set({ language: code })}
      />
      <Beginning
        beginning={beginning}
        hint={
          isHosted
            ? "panel-kit:hosted.later"
            : studio.engines.isReady
              ? "panel-tts:begin.hint"
              : "panel-tts:begin.builtIn"
        }
        disabled={!hasText || isHosted}
      />
      <RunStates latest={runs.all.slice(-1)} jobs={jobs} />
      {job && sound && (
        <>
          <HostedResult persona={job.params["persona"]} />
          <SpokenView
            key={job.id}
            {...{ job, sound, workspace }}
            outdated={isOutdated}
            narrator={speaking.narrator}
          />
        </>
      )}
      <RatingRequest jobs={runs.all} />
    </PanelLayout>
  );
}

/** A note on a result that a hosted voice has spoken. */
const HostedResult = ({ persona }: { readonly persona: unknown }) =>
  isHostedVoice(persona) && <SpokenBy voices={[persona]} />;

/** A free preview of the first sentences, not with hosted voices. */
function Beginning({
  beginning: { state, toggle, failed },
  hint,
  disabled,
}: {
  readonly beginning: ReturnType<typeof useBeginning>;
  readonly hint: "panel-kit:hosted.later" | "panel-tts:begin.hint" | "panel-tts:begin.builtIn";
  readonly disabled: boolean;
}) {
  const { t } = useLocale();
  return (
    <>
      <div className={css["bar"]}>
        <Button
          icon={state === "rest" ? <Play /> : <Square />}
          busy={state === "busy"}
          disabled={disabled}
          onClick={toggle}
        >
          {t(state === "rest" ? "panel-tts:begin.play" : "panel-tts:begin.stop")}
        </Button>
        <p className={css["soft"]}>{t(hint)}</p>
      </div>
      {failed && <Notice weight="bad">{t("panel-tts:failed")}</Notice>}
    </>
  );
}

const sorted = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
const isSame = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  sorted(a) === sorted(b);
