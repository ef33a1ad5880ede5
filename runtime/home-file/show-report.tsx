import { createRoot } from "react-dom/client";
import { LocaleContext } from "../i18n/context.tsx";
import { sharedEngine } from "../audio/shared-engine.ts";
import type { Application } from "../application/application.ts";
import { describeError } from "../contract/describe-error.ts";
import { type ReportState, FileReport } from "./FileReport.tsx";

/** What is shown in a place, and how it ends. */
const shown = new WeakMap<HTMLElement, () => void>();

/**
 * Hears a file and shows in the page what is heard of it, with the tools that would help. Another file
 * takes its place, another page ends it.
 */
export function showReport(application: Application, place: HTMLElement, file: File): void {
  shown.get(place)?.();
  const { shell, data } = application;
  const ended = new AbortController();
  const { signal } = ended;
  const root = createRoot(place);
  const show = (state: ReportState): void => {
    if (!signal.aborted)
      root.render(
        <LocaleContext value={application.locale()}>
          <FileReport name={file.name} state={state} tools={data.tools} />
        </LocaleContext>,
      );
  };
  const unsubscribe = shell.router.store.subscribe(() => place.isConnected || end());
  const end = (): void => {
    ended.abort();
    unsubscribe();
    shown.delete(place);
    root.unmount();
  };
  shown.set(place, end);
  show({ kind: "listening", done: null });
  sharedEngine()
    .describe(file, { signal, onProgress: (done) => show({ kind: "listening", done }) })
    .then(
      (described) => show({ kind: "heard", described }),
      (error: unknown) =>
        signal.aborted || show({ kind: "failed", fault: describeError(error, shell.report) }),
    );
}
