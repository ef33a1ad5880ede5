import { useEffect, useState } from "react";
import { type Segment, oneRow, translated } from "#core/dubbing/segment.ts";
import { NoResponse } from "#runtime/services/browser-engine.ts";
import { type Engine, builtInEngine, bytesOf } from "#core/models/engine.ts";
import { type EngineChoice, useEngineChoice } from "#runtime/panel-kit/engine/use-engine-choice.ts";
import {
  type ModelDownload,
  useModelDownload,
} from "#runtime/panel-kit/engine/use-model-download.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import type { SegmentEdits } from "../segments/use-segments.ts";
import type { LanguagesOf } from "../setup/setup.ts";
import {
  browserTranslator,
  NoPair,
  studioRoute,
  translateWithBrowser,
  translateWithModels,
} from "./translators.ts";

/** Task of models that translate. */
export const TRANSLATION_TASK = "translation";

/** The translation engines; in place of a built-in one, the visitor translates by hand. */
export interface Translation {
  readonly engines: EngineChoice;
  readonly kind: Engine["kind"];
  /** Of the models that the chosen engine needs. */
  readonly download: ModelDownload;
  /** Progress; null while nothing is translated. */
  readonly done: number | null;
  /** Progress of the download of the models or of the browser's language pack; null while none is running. */
  readonly loaded: number | null;
  /** Whether the browser's translator has made no progress for 5 seconds. */
  readonly isSilent: boolean;
  readonly failed: "pair" | "noResponse" | "failed" | null;
  /** Downloads what is missing, and translates segments without a translation. */
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Indices of segments without a translation. */
export const openSegments = (segments: readonly Segment[]): readonly number[] =>
  segments.flatMap(({ source, target }, at) =>
    source.trim() !== "" && target.trim() === "" ? [at] : [],
  );

/**
 * Whether the browser can translate between two languages.
 * @param failed changes after a failed translation, which triggers another query
 */
function useBrowserTranslator(from: string, to: string, failed: Translation["failed"]): boolean {
  const pair = `${from} ${to}`;
  const [found, setFound] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void browserTranslator(from, to).then((state) => {
      if (isCurrent) setFound(state === "unavailable" ? "" : pair);
    });
    return () => void (isCurrent = false);
  }, [from, to, pair, failed]);
  return found === pair;
}

const engineOf = (kind: Engine["kind"]): Engine => ({
  id: kind,
  kind,
  models: [],
  quality: [],
  isCapable: true,
});

/** Translates untranslated segments one after the other. */
export function useTranslation(
  { from, to }: LanguagesOf,
  { present, change }: Pick<SegmentEdits, "present" | "change">,
): Translation {
  const { models, translation: folder, hosted, workspace, report } = useWorkspace();
  const { start, done, cancel } = useRendering();
  const [failed, setFailed] = useState<Translation["failed"]>(null);
  const [loaded, setLoaded] = useState<number | null>(null);
  const [isSilent, setSilent] = useState(false);
  const hasBrowser = useBrowserTranslator(from, to, failed);
  const route = folder === undefined ? null : studioRoute(models.models, from, to);
  const isMachine = from !== to;
  const engines = useEngineChoice(
    workspace,
    [
      builtInEngine(false),
      ...(isMachine && hasBrowser ? [engineOf("browser")] : []),
      // The choice holds for all pairs of languages.
      ...(isMachine && route
        ? [
            {
              ...engineOf("studio"),
              models: route,
              quality: route.length === 1 ? route[0]!.quality : [],
            },
          ]
        : []),
      ...(isMachine && supportsLocales(hosted.chat, from, to) ? [engineOf("hosted")] : []),
    ],
    { task: TRANSLATION_TASK, tool: "translator" },
  );
  const kind = engines.engine?.kind ?? "built-in";
  const own = engines.engine?.models ?? [];
  const download = useModelDownload(own);
  const run = (): void => {
    const segments = present ?? [];
    const places = openSegments(segments);
    const texts = places.map((at) => oneRow(segments[at]!.source));
    setFailed(null);
    start(async ({ signal, onProgress }) => {
      const onText = (index: number, text: string): void =>
        change(
          (now) =>
            now.map((one, at) =>
              // Edits that the visitor made meanwhile are kept.
              at === places[index] && one.target === "" && one.source === segments[at]?.source
                ? translated(one, oneRow(text), kind as "browser" | "studio")
                : one,
            ),
          "translation",
        );
      const options = { from, to, signal, onProgress, onText };
      try {
        if (!download.isReady) {
          setLoaded(0);
          const unsubscribe = models.subscribe(({ entries }) =>
            setLoaded(
              own.reduce((sum, { id }) => sum + (entries[id]?.bytes ?? 0), 0) /
                bytesOf({ models: own }),
            ),
          );
          const isHere = await download.load();
          unsubscribe();
          setLoaded(null);
          // What went wrong stands beside the engine.
          if (!isHere || signal.aborted) return;
        }
        await (kind === "browser"
          ? translateWithBrowser(texts, {
              ...options,
              onDownload: setLoaded,
              onSilence: setSilent,
            })
          : translateWithModels(texts, { ...options, models: own, folder: folder! }));
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof NoPair) return setFailed("pair");
        if (error instanceof NoResponse) return setFailed("noResponse");
        setFailed("failed");
        report(error);
      }
    });
  };
  return {
    engines,
    kind,
    download,
    done,
    loaded,
    isSilent,
    failed,
    start: run,
    cancel,
  };
}
