import path from "node:path";
import type { Attempt } from "./obstacles.ts";
import type { createServerBundle } from "./server-bundle.ts";
import type { DevSite } from "./site.ts";
import type { Code } from "./styles.ts";

interface ChangeOptions {
  readonly site: DevSite;
  readonly code: Code;
  readonly bundle: ReturnType<typeof createServerBundle>;
  readonly attempt: Attempt;
  /** Sends an event to the browsers. */
  readonly send: (event: string, data: object) => Promise<void>;
  readonly readAhead: () => void;
  readonly reportSoon: () => void;
}

/** Applies changes on disk and notifies browsers. */
export function createChanges(options: ChangeOptions) {
  const { site, code, bundle, attempt, readAhead, reportSoon } = options;
  let revision = 0;
  const sendChange = (files: readonly string[], whole: boolean): Promise<void> => {
    revision++;
    return options.send("toolkit:change", { files, whole });
  };
  return {
    /** Number of changes sent. */
    revision: (): number => revision,
    async onContent(files: readonly string[]): Promise<void> {
      let messages = false;
      if (files.includes("toolkit.config.ts")) {
        const hasWaited = !site.isUsable();
        await attempt("config", () => site.reloadConfig());
        if (hasWaited) readAhead();
      }
      for (const file of files) {
        if (file.endsWith(".json")) messages = true;
        else site.content.touch(file);
      }
      if (messages) site.forgetMessages();
      const whole = messages || files.includes("toolkit.config.ts");
      await sendChange(files, whole);
      reportSoon();
    },
    /** @param isMoved whether the file was added or removed */
    async onCode(file: string, isMoved: boolean): Promise<void> {
      const was = code.isRendering(file);
      code.forget();
      code.sheets();
      if (/[/\\]panel\.tsx?$/i.test(file)) await attempt("panels", () => site.reloadPanels());
      const isRendering = code.isRendering(file) || (isMoved && was);
      if (!isRendering || file.endsWith(".css")) return;
      bundle.renew();
      await attempt("code", bundle.get);
      await sendChange([path.relative(site.root, file)], false);
      reportSoon();
    },
    /**
     * Applies code changes made before the watcher started.
     * @returns whether there were any
     */
    async onWatched(): Promise<boolean> {
      if (!bundle.isStale()) return false;
      code.forget();
      code.sheets();
      await attempt("panels", () => site.reloadPanels());
      bundle.renew();
      await attempt("code", bundle.get);
      await sendChange([], true);
      reportSoon();
      return true;
    },
  };
}
