import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { find, markFailed, remembered, rememberedInTab } from "../page-scripts/document.ts";
import { handover } from "../page-scripts/handover.ts";
import { announce } from "./announce.ts";
import { type Shell, ShellContext } from "../application/shell.ts";
import { createShell } from "./create-shell.ts";
import { pseudoOf } from "./locale-loader.ts";
import { PageRoot } from "./PageRoot.tsx";
import type { startOverlays } from "./start-overlays.tsx";
import { registerWorker } from "../services/register-worker.ts";
import { followLinks } from "./links/follow-links.ts";
import { takesBuild } from "./build-taken.ts";
import { leaveWhenHidden } from "./links/leave-when-hidden.ts";
import { startPrefetch } from "./links/prefetch.ts";
import { showPending } from "./show-pending.ts";

/** Time in ms after which a visitor counts as having seen the page. */
const COUNTED_AFTER = 1000;

type Overlays = Awaited<ReturnType<typeof startOverlays>>;

/** Starts the overlays on first use. */
function createOpener(shell: () => Shell) {
  let running: Overlays | null = null;
  let starting: Promise<Overlays> | null = null;
  return {
    running: () => running,
    start(): Promise<Overlays> {
      starting ??= import("./start-overlays.tsx")
        .then((module) => module.startOverlays(shell()))
        .then((started) => (running = started))
        .catch((error: unknown) => {
          starting = null;
          throw error;
        });
      return starting;
    },
  };
}

/**
 * Whether the overlays are needed at once: for a signed-in visitor, an open workspace, an account
 * page, or a shared link.
 */
const requestsOverlays = (): boolean => {
  const query = new URLSearchParams(location.search);
  return (
    remembered("toolkit_token") !== null ||
    remembered("toolkit_open") !== null ||
    rememberedInTab("toolkit_work") !== null ||
    find("[data-live]") !== null ||
    query.get("from") === "workspace" ||
    query.get("type") === "history" ||
    query.has("link") ||
    query.has("shared")
  );
};

/**
 * Starts the application: adopts the page, handles its links, and opens overlays when they are
 * needed.
 */
export function start(): void {
  const opener = createOpener(() => shell);
  const open = (): void =>
    void opener.start().catch((error: unknown) => {
      shell.report(error);
      markFailed();
    });
  const shell = createShell(window, {
    onShown() {
      handover.release?.();
      const page = new AbortController();
      handover.release = () => page.abort();
      handover.enhance?.(document, page.signal);
      announce(document, document.title);
      shell.track("page_shown");
      prefetch.watch();
      moveIn(page.signal);
      opener.running()?.onPage();
      if (requestsOverlays()) open();
    },
    // No extra request: navigation and the build watch need the build as well.
    onKnown({ id }) {
      if (takesBuild(id, () => sessionStorage)) shell.track("build_taken");
    },
    onOutdated: (newest) =>
      leaveWhenHidden(window, newest, {
        busy: () => shell.overlay.busy(),
        storage: () => sessionStorage,
      }),
  });
  const main = find("#content")!;
  const onRecoverableError = (error: unknown): void => {
    shell.report(error);
    // The document was changed, by a translator for instance, and React rendered the page again:
    // adopted
    // parts have no text then. The payload restores it.
    if (find(".static:empty", main)) void shell.router.renew();
  };
  const root = (
    <ShellContext value={shell}>
      <PageRoot />
    </ShellContext>
  );
  // In slices, so that the browser can respond in between.
  startTransition(() => void hydrateRoot(main, root, { onRecoverableError }));
  const prefetch = startPrefetch(window, shell);
  followLinks(window, shell.router);
  showPending(document, shell.router);
  void shell.router.check();
  handover.running = {
    navigate(href, options) {
      void shell.router.navigate(href, options);
      return true;
    },
    intend(intent) {
      opener.start().then((started) => started.intend(intent), shell.report);
    },
  };
  const shown = new AbortController();
  const release = handover.release;
  handover.release = () => {
    release?.();
    shown.abort();
  };
  moveIn(shown.signal);
  shell.build.start();
  registerWorker(window, shell);
  setTimeout(() => shell.track("page_shown"), COUNTED_AFTER);
  if (pseudoOf(window) !== null) void showPseudo(shell);
  if (requestsOverlays()) open();
}

/** Elements that animate as they are scrolled into view. */
function moveIn(signal: AbortSignal): void {
  const main = find("[data-scroll-in]") && find("#content");
  if (!main) return;
  import("../ui/scroll-in.ts").then(
    ({ startScrollIn }) => signal.aborted || startScrollIn(main, signal),
    // Shown without animation.
    () => {},
  );
}

/** Renders the page in the pseudo-locale; header and footer stay as they are. */
async function showPseudo(shell: Shell): Promise<void> {
  await shell.router.renew();
  if (pseudoOf(window) === "rtl") document.documentElement.dir = "rtl";
}
