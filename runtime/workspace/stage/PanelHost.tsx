import { memo, startTransition, useEffect, useState } from "react";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { Boundary } from "../../ui/Boundary.tsx";
import { type LocaleValue, LocaleContext, useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { PanelBroken, PanelBuilding, PanelFailed, PanelLoading } from "./PanelStates.tsx";
import type { PanelComponent } from "../../contract/panel.ts";

interface Loaded {
  readonly panel: string;
  readonly Panel: PanelComponent;
  /** The language of its messages. */
  readonly locale: LocaleValue;
}

/**
 * The panel of a tool, with its loading and error states and an error boundary. Memoized, because
 * panels are large, and dialogs, sheets and announcements of the workspace do not concern them.
 */
export const PanelHost = memo(function PanelHost({ tool }: { readonly tool: WorkspaceTool }) {
  const locale = useLocale();
  const deps = useWorkspace();
  const { loadPanel, files, jobs, workspace, report } = deps;
  const { panel, available } = tool;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!available) return;
    let here = true;
    loadPanel(panel, locale.locale.code).then(
      (Panel) => {
        if (!here) return;
        startTransition(() => {
          setLoaded({ panel, Panel, locale });
          setFailed(null);
        });
      },
      (error: unknown) => {
        if (!here) return;
        report(error);
        setFailed(panel);
      },
    );
    return () => {
      here = false;
    };
  }, [panel, available, locale, loadPanel, report, attempt]);

  if (!available) return <PanelBuilding tool={tool} />;
  if (loaded?.panel === panel)
    return (
      // A panel keeps its language until the messages of the next one are loaded.
      <LocaleContext value={loaded.locale}>
        <Boundary
          key={panel}
          onError={report}
          fallback={(retry) => <PanelBroken slug={tool.slug} onRetry={retry} />}
        >
          <loaded.Panel
            tool={tool}
            preset={tool.preset}
            files={files}
            jobs={jobs}
            workspace={workspace}
          />
        </Boundary>
      </LocaleContext>
    );
  if (failed === panel)
    return (
      <PanelFailed
        onRetry={() => {
          setFailed(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  return <PanelLoading />;
});
