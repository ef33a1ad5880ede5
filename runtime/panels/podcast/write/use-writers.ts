import { useEffect, useState } from "react";
import type { TalkLine } from "#core/hosted/script.ts";
import { type EngineState, NoResponse } from "#runtime/services/browser-engine.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { supportsLocales } from "#core/hosted/supports-locales.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import { type PodcastSetup, type Writer, linesFor, sentencesOf, titleOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { writingJobOf } from "./lost-script.ts";
import { browserModel, writeWithBrowser } from "./write-with-browser.ts";

/** The available writers, and the chosen one. */
export interface Writers {
  readonly choices: readonly Writer[];
  readonly choice: Writer;
  /** Whether the browser has to download its model first. */
  readonly loadsFirst: boolean;
  /** Progress of the download of the browser's model; null while none is running. */
  readonly loaded: number | null;
  readonly isBusy: boolean;
  /** Whether the browser has made no progress for 5 seconds before it began to write. */
  readonly isSilent: boolean;
  readonly failed: boolean;
  /** Number of sentences that the browser's model has read, if not all. */
  readonly read: number | null;
  /** Writes in this tab; the hosted model writes in a job. */
  readonly write: () => void;
  readonly cancel: () => void;
}

const numbered = (lines: readonly TalkLine[]) =>
  lines.map((line, at) => ({ ...line, id: String(at + 1) }));

export function useWriters(
  setup: PodcastSetup,
  defaultTitle: string,
  onChange: ChangeSetup,
): Writers {
  const { hosted } = useWorkspace();
  const { start, done, cancel } = useRendering();
  const [model, setModel] = useState<EngineState>("unavailable");
  const [loaded, setLoaded] = useState<number | null>(null);
  const [isSilent, setSilent] = useState(false);
  const [failed, setFailed] = useState(false);
  const [read, setRead] = useState<number | null>(null);
  const { language, writer, tone, minutes } = setup;
  const isBusy = done !== null;
  const hasText = setup.source.trim() !== "";
  useEffect(() => {
    // Queried only with a text: browsers without a model write a warning to their console.
    if (!hasText) return undefined;
    let here = true;
    void browserModel(language).then((found) => here && setModel(found));
    return () => void (here = false);
  }, [language, isBusy, hasText]);
  const choices: Writer[] = [
    "builtIn",
    ...(model === "unavailable" ? [] : ["browser" as const]),
    ...(supportsLocales(hosted.chat, language) ? ["hosted" as const] : []),
  ];
  const choice = choices.find((one) => one === writer) ?? "builtIn";
  const write = (): void => {
    setFailed(false);
    setRead(null);
    if (choice === "builtIn")
      return onChange({ lines: linesFor(setup, defaultTitle), writtenBy: "builtIn" });
    const sentences = sentencesOf(setup).map((one) => one.text);
    const request = { title: titleOf(setup, defaultTitle), language, tone, minutes, sentences };
    start(async ({ signal }) => {
      try {
        const found = await writeWithBrowser(request, {
          signal,
          onDownload: setLoaded,
          onSilence: setSilent,
        });
        if (!found) return setFailed(true);
        if (found.read < sentences.length) setRead(found.read);
        onChange({ lines: numbered(found.lines), writtenBy: "browser" });
      } catch (error) {
        if (signal.aborted) return;
        setFailed(true);
        if (!(error instanceof NoResponse)) throw error;
      } finally {
        setLoaded(null);
      }
    });
  };
  return {
    choices,
    choice,
    loadsFirst: choice === "browser" && model !== "available",
    loaded,
    isBusy,
    isSilent,
    failed,
    read,
    write,
    cancel,
  };
}

/** Uses the script of a finished job, once. */
export function useWrittenScript(
  all: readonly SteadyJob[],
  taken: string,
  onChange: ChangeSetup,
): void {
  const { jobs, hosted, report } = useWorkspace();
  const job = writingJobOf(all);
  const id = job?.id ?? "";
  const result = job?.results.find(({ role, state }) => role === "script" && state !== "missing");
  const resultId = result?.id;
  useEffect(() => {
    if (id === "" || id === taken || !result) return;
    jobs
      .openResult(result)
      .then(async (file) => JSON.parse(await file.text()) as TalkLine[])
      .then(
        (lines) =>
          onChange({ lines: numbered(lines), taken: id, writtenBy: hosted.chat?.model ?? "" }),
        report,
      );
    // Job objects change with every progress message; only the id of the result matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, resultId, taken]);
}
