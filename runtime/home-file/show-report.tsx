import { createRoot } from "react-dom/client";
import { LocaleContext } from "../i18n/context.tsx";
import { sharedEngine } from "../audio/shared-engine.ts";
import type { Application } from "../application/application.ts";
import { describeError } from "../contract/describe-error.ts";
import { type ReportState, FileReport } from "./FileReport.tsx";

/** Functions that end the report in an element. */
const shown = new WeakMap<HTMLElement, () => void>();

/**
 * Analyzes a file and shows the results in the page, with suggested tools. Another file replaces
 * the report; navigation ends it.
 */
export function showReport(application: Application, container: HTMLElement, file: File): void {
  shown.get(container)?.();
  const { shell, data } = application;
  const ended = new AbortController();
  const { signal } = ended;
  const root = createRoot(container);
  const show = (state: ReportState): void => {
    if (!signal.aborted)
      root.render(
        <LocaleContext value={application.locale()}>
          <FileReport name={file.name} state={state} tools={data.tools} />
        </LocaleContext>,
      );
  };
  const unsubscribe = shell.router.store.subscribe(() => container.isConnected || end());
  const end = (): void => {
    ended.abort();
    unsubscribe();
    shown.delete(container);
    root.unmount();
  };
  shown.set(container, end);
  show({ kind: "listening", done: null });
  sharedEngine()
    .describe(file, { signal, onProgress: (done) => show({ kind: "listening", done }) })
    .then(
      (described) => show({ kind: "heard", described }),
      (error: unknown) =>
        signal.aborted || show({ kind: "failed", fault: describeError(error, shell.report) }),
    );
}
