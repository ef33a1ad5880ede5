import type { JobsStore } from "../../contract/job.ts";
import type { Router } from "../../router/router.ts";

/**
 * Loads the messages of panels whose jobs are listed, since their stages and errors are shown
 * outside the panels.
 */
export function loadJobMessages(
  jobs: Pick<JobsStore, "getState" | "subscribe">,
  router: Pick<Router, "store">,
  /** @param locale code */
  load: (panel: string, locale: string) => void,
): void {
  const loaded = new Set<string>();
  const look = (): void => {
    const { locale } = router.store.getState().page;
    for (const { panel } of jobs.getState().jobs) {
      const name = `${panel} ${locale}`;
      if (loaded.has(name)) continue;
      loaded.add(name);
      load(panel, locale);
    }
  };
  jobs.subscribe(look);
  router.store.subscribe((state, before) => {
    if (state.page.locale !== before.page.locale) look();
  });
}
