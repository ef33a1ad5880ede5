import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { type Segment, oneRow, translated } from "#core/dubbing/segment.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { NoResponse } from "#runtime/services/browser-engine.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import type { SegmentEdits } from "../segments/use-segments.ts";
import type { LanguagesOf, TranslatorKind } from "../setup/setup.ts";
import {
  browserTranslator,
  NoPair,
  studioRoute,
  translateWithBrowser,
  translateWithModels,
} from "./translators.ts";

/** The available translation engines, and the chosen one. */
export interface Translation {
  readonly choices: readonly TranslatorKind[];
  readonly choice: TranslatorKind;
  /** Studio models that translate between the languages in sequence. */
  readonly models: readonly OfferedModel[];
  /** Whether the models are on the device. */
  readonly isReady: boolean;
  /** Progress; null while nothing is translated. */
  readonly done: number | null;
  /** Progress of the download of the browser's language pack; null while none is running. */
  readonly loaded: number | null;
  readonly failed: "pair" | "noResponse" | "failed" | null;
  /** Translates segments without a translation. */
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

/** Translates untranslated segments one after the other. */
export function useTranslation(
  wanted: TranslatorKind,
  { from, to }: LanguagesOf,
  { present, change }: Pick<SegmentEdits, "present" | "change">,
): Translation {
  const { models, translation: folder, hosted, report } = useWorkspace();
  const { start, done, cancel } = useRendering();
  const [failed, setFailed] = useState<Translation["failed"]>(null);
  const [loaded, setLoaded] = useState<number | null>(null);
  const hasBrowser = useBrowserTranslator(from, to, failed);
  const route = folder === undefined ? null : studioRoute(models.models, from, to);
  const entries = useStore(models, (state) => state.entries);
  const isMachine = from !== to;
  const choices: TranslatorKind[] = [
    "hand",
    ...(isMachine && hasBrowser ? ["browser" as const] : []),
    ...(isMachine && route ? ["studio" as const] : []),
    ...(isMachine && supportsLocales(hosted.chat, from, to) ? ["hosted" as const] : []),
  ];
  const choice = choices.find((one) => one === wanted) ?? "hand";
  const own = choice === "studio" ? (route ?? []) : [];
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
                ? translated(one, oneRow(text), choice)
                : one,
            ),
          "translation",
        );
      const options = { from, to, signal, onProgress, onText };
      try {
        await (choice === "browser"
          ? translateWithBrowser(texts, { ...options, onDownload: setLoaded })
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
    choices,
    choice,
    models: own,
    isReady: own.every(({ id }) => entries[id]?.state === "kept"),
    done,
    loaded,
    failed,
    start: run,
    cancel,
  };
}
