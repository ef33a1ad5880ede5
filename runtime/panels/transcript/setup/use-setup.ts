import { useStore } from "zustand";
import { guessLanguage } from "#runtime/audio/speech/guess-language.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { type Engines, useEngines } from "#runtime/panel-kit/transcribe/use-engines.ts";
import { type SpeakersSetup, useSpeakers } from "./use-speakers.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";

/** The settings, which are stored for the next visit. */
export interface TranscriptSetup {
  readonly engines: Engines;
  /** BCP 47 tag; empty for detection. */
  readonly language: string;
  readonly setLanguage: (language: string) => void;
  readonly text: string;
  /** Names and terms that may be spoken; null if the engine uses none. */
  readonly terms: string | null;
  readonly setTerms: (terms: string) => void;
  /** Null if speakers cannot be found here. */
  readonly speakers: SpeakersSetup | null;
  readonly setText: (text: string) => void;
}

export function useTranscriptSetup(
  workspace: WorkspaceStore,
  hasServers: boolean,
): TranscriptSetup {
  const { locale } = useLocale();
  const kept = useStore(workspace, (state) => state.settings["transcript"]);
  const text = typeof kept?.["text"] === "string" ? kept["text"] : "";
  const own = typeof kept?.["language"] === "string" ? kept["language"] : null;
  const engines = useEngines(workspace, "transcript", own, hasServers);
  const { engine, model } = engines.choice;
  // A text reveals its script; spoken language has to be chosen or detected.
  const mustBeSaid = engine === "align" || engine === "browser";
  const said = engine === "align" ? text : "";
  // A model of one language cannot detect others.
  const [only = "", ...others] = model?.languages ?? [];
  const fallback = others.length === 0 ? only : "";
  const guessed = mustBeSaid ? guessLanguage(said, locale.code) : fallback;
  return {
    engines,
    terms:
      model?.form.kind === "whisper"
        ? typeof kept?.["terms"] === "string"
          ? kept["terms"]
          : ""
        : null,
    setTerms: (terms) => workspace.set("transcript", { terms }),
    speakers: useSpeakers(workspace),
    language: own === "" && mustBeSaid ? guessed : (own ?? guessed),
    setLanguage: (language) => workspace.set("transcript", { language }),
    text,
    setText: (next) => workspace.set("transcript", { text: next }),
  };
}
