import { useEffect, useState } from "react";
import { useStore } from "zustand";
import {
  knowsLanguage,
  TRANSCRIPT_TASK,
  transcriptEngines,
} from "#core/models/recommended-model.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import { canRecognizeInBrowser } from "../../audio/speech/browser-recognizer.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Engine } from "#core/models/engine.ts";
import { type EngineChoice, useEngineChoice } from "../engine/use-engine-choice.ts";

/** The engine of a job that writes a transcript. */
export interface TranscriptChoice {
  readonly engine: TranscriptEngine;
  /** The studio model. */
  readonly model: OfferedModel | null;
}

/** The engines that write transcripts, and the choice between them and the visitor's own text. */
export interface Engines {
  /** Those that know the language. */
  readonly writers: EngineChoice;
  /** Whether any engine of the site or of the browser writes transcripts. */
  readonly canWrite: boolean;
  /** Whether the visitor has the text, so that it only has to be aligned. */
  readonly hasText: boolean;
  readonly setHasText: (hasText: boolean) => void;
  readonly choice: TranscriptChoice;
  /** Whether the visitor has chosen the site's servers. */
  readonly onServer: boolean;
  /** Primary subtags of all languages that an engine knows; null if they are not known. */
  readonly languages: readonly string[] | null;
  /** Whether an engine detects the language. */
  readonly canDetect: boolean;
}

const named = (kind: "browser" | "hosted"): Engine => ({
  id: kind,
  kind,
  models: [],
  quality: [],
  isCapable: true,
});

/**
 * @param tool panel, which has its own choice
 * @param language BCP 47 tag of the spoken language, empty for detection; null for that of the
 *   page
 * @param hasServers whether the tool can run on the site's servers as well
 */
export function useEngines(
  workspace: WorkspaceStore,
  tool: string,
  language: string | null,
  hasServers = false,
): Engines {
  const { models, hosted } = useWorkspace();
  const { locale } = useLocale();
  const source = useStore(workspace, ({ settings }) => settings["transcript"]?.["source"]);
  const spoken = language ?? locale.language;
  const hasBrowser = useBrowserRecognition(spoken || locale.language);
  const offered = models.models.filter(({ task }) => task === TRANSCRIPT_TASK);
  const isHosted = hosted.transcription !== null;
  const engines = [
    ...transcriptEngines(models.models, spoken.split("-")[0] || null),
    ...(hasBrowser ? [named("browser")] : []),
    ...(isHosted ? [named("hosted")] : []),
  ];
  const writers = useEngineChoice(workspace, engines, { task: TRANSCRIPT_TASK, tool, hasServers });
  const { engine, model } = writers;
  const canWrite = offered.length > 0 || hasBrowser || isHosted;
  const hasText = source === "text" || !canWrite;
  const isUnknown =
    isHosted || hasBrowser || offered.some(({ languages }) => languages.length === 0);
  return {
    writers,
    canWrite,
    hasText,
    setHasText: (has) => workspace.set("transcript", { source: has ? "text" : "sound" }),
    choice:
      hasText || engine === null || engine.kind === "built-in"
        ? { engine: "align", model: null }
        : { engine: engine.kind === "server" ? "studio" : engine.kind, model },
    onServer: !hasText && engine?.kind === "server",
    languages: isUnknown ? null : [...new Set(offered.flatMap(({ languages }) => languages))],
    canDetect:
      engine?.kind !== "browser" && (isHosted || offered.some((one) => knowsLanguage(one, null))),
  };
}

/**
 * Whether the browser recognizes a language on the device. @param language BCP 47 tag
 */
function useBrowserRecognition(language: string): boolean {
  const [found, setFound] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void canRecognizeInBrowser(language).then((can) => isCurrent && setFound(can ? language : ""));
    return () => void (isCurrent = false);
  }, [language]);
  return found === language;
}
