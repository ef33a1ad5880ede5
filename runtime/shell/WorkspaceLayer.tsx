import { lazy, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { AccountMenu } from "../account/menu/AccountMenu.tsx";
import { isLoggedIn } from "../account/store/selectors.ts";
import { useApplication, type RunningWorkspace } from "../application/application.ts";
import { Boundary } from "../ui/Boundary.tsx";
import { focusQuietly } from "../router/scroll.ts";

/** Loaded when there are running jobs or new results. */
const WorkChip = lazy(() => import("../workspace/chip/WorkChip.tsx"));
/** Loaded when the workspace was closed with a file in it. */
const FileChip = lazy(() => import("../workspace/chip/FileChip.tsx"));

/** The workspace over the page of a tool, once loaded (WSP-1). */
export function WorkspaceLayer() {
  const { shell, user, loadWorkspace, workspace } = useApplication();
  const kind = useStore(shell.router.store, ({ page }) => page.kind);
  const loggedIn = useStore(user, isLoggedIn);
  const running = useStore(workspace);
  const isNeeded = kind === "tool" && loggedIn;
  useEffect(() => {
    if (isNeeded && !running) loadWorkspace().catch(shell.report);
  }, [isNeeded, running, loadWorkspace, shell]);
  return running && <Layer running={running} kind={kind} loggedIn={loggedIn} />;
}

function Layer({
  running,
  kind,
  loggedIn,
}: {
  readonly running: RunningWorkspace;
  readonly kind: string;
  readonly loggedIn: boolean;
}) {
  const { shell } = useApplication();
  const { Workspace, workspace, deps } = running;
  useStore(workspace, ({ opened }) => opened);
  useStore(workspace, ({ closedHere }) => closedHere);
  const [broken, setBroken] = useState(false);
  // Sites without accounts have no account menu in the header.
  const [hasAccounts] = useState(
    () => document.querySelector("[data-account]:not([hidden])") !== null,
  );
  const shown = workspace.visible(kind, loggedIn) && !broken;
  const page = useStore(shell.router.store, (state) => state.page);
  /** The tool in which the workspace was last open in this document. */
  const [last, setLast] = useState<string | null>(null);
  if (shown && page.kind === "tool" && page.slug !== last) setLast(page.slug);
  useEffect(() => {
    if (!shown) return undefined;
    shell.track("workspace_opened");
    return () => {
      // The opener may be gone: move the focus to the start of the page.
      const heading = document.querySelector<HTMLElement>("#content h1");
      if (document.activeElement === document.body && heading) focusQuietly(heading);
    };
  }, [shown, shell]);
  if (!shown) return <Chip running={running} last={last} onDismiss={() => setLast(null)} />;
  return (
    <Boundary
      onError={(error) => {
        shell.report(error);
        // The page below stays readable; files and queue continue.
        setBroken(true);
      }}
    >
      <Workspace deps={deps} account={hasAccounts ? <AccountMenu /> : null} />
    </Boundary>
  );
}

/** The way back to running jobs and new results, or else to the open file. */
function Chip({
  running: { work, files, deps, openJob },
  last,
  onDismiss,
}: {
  readonly running: RunningWorkspace;
  readonly last: string | null;
  readonly onDismiss: () => void;
}) {
  const { shell } = useApplication();
  const isWorking = useStore(work, (state) => state !== null);
  const hasFile = useStore(files, ({ selected }) => selected.length > 0);
  if (!isWorking && !(hasFile && last !== null)) return null;
  return (
    <Boundary onError={shell.report}>
      <Suspense>
        {isWorking ? (
          <WorkChip work={work} deps={deps} onOpen={openJob} onDismiss={onDismiss} />
        ) : (
          <FileChip slug={last!} deps={deps} onOpen={openJob} onDismiss={onDismiss} />
        )}
      </Suspense>
    </Boundary>
  );
}
