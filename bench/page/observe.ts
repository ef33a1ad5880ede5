/** What the page's own clock and observers tell, in milliseconds since navigation began. */
export interface Observed {
  fcp: number;
  lcp: number;
  /** Sum of layout shifts without input. */
  cls: number;
  /** Sum of all layout shifts. */
  shifts: number;
  /** What was moved by them: tag and class. */
  moved: string[];
  /** Start and duration of each long task. */
  tasks: [start: number, duration: number][];
  /** Longest of the events of an interaction; 0 before there was one. */
  interaction: number;
  /** From the click to the first frame that has a dialog; -1 before there was one. */
  shown: number;
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/** Dialog, as it is to be seen: ours and the other contestants'. */
export const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/** Starts observing. Runs in the page, before its own scripts. */
export function observe(dialog: string): void {
  const observed: Observed = {
    fcp: 0,
    lcp: 0,
    cls: 0,
    shifts: 0,
    moved: [],
    tasks: [],
    interaction: 0,
    shown: -1,
  };
  window.observed = observed;
  const watch = (
    type: string,
    onEntry: (entry: PerformanceEntry) => void,
    options: object = {},
  ): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") observed.fcp = startTime;
  });
  watch("largest-contentful-paint", ({ startTime }) => (observed.lcp = startTime));
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput, sources } = entry as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { readonly node: Node | null }[];
    };
    for (const { node } of sources) {
      const element = node instanceof Element ? node : node?.parentElement;
      observed.moved.push(`${element?.localName} ${element?.getAttribute("class") ?? ""}`.trim());
    }
    observed.shifts += value;
    if (!hadRecentInput) observed.cls += value;
  });
  watch("longtask", ({ startTime, duration }) => observed.tasks.push([startTime, duration]));
  watch(
    "event",
    (entry) => {
      if ((entry as PerformanceEventTiming & { interactionId?: number }).interactionId)
        observed.interaction = Math.max(observed.interaction, entry.duration);
    },
    { durationThreshold: 16 },
  );
  addEventListener(
    "click",
    (event) => {
      const clicked = event.timeStamp;
      const look = (now: number): void => {
        const found = [...document.querySelectorAll(dialog)];
        if (found.some((element) => element.getClientRects().length > 0))
          observed.shown = now - clicked;
        else if (now - clicked < 20_000) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/** Sum of what long tasks after the first paint take beyond 50 ms. */
export const blockingTime = ({ fcp, tasks }: Pick<Observed, "fcp" | "tasks">): number =>
  tasks.reduce((sum, [start, duration]) => {
    const from = Math.max(start, fcp);
    return sum + Math.max(0, start + duration - from - 50);
  }, 0);
