/** Upper bounds of the histogram buckets, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string | number>>;
interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

export interface Metrics {
  /** Increments a counter. Labels come from small sets, never from client input. */
  readonly count: (name: string, labels?: Labels, by?: number) => void;
  /** Sets a gauge. */
  readonly set: (name: string, value: number, labels?: Labels) => void;
  /** Removes all values of a gauge, before those that still exist are set. */
  readonly clear: (name: string) => void;
  /** Records a duration in seconds in a histogram. */
  readonly observe: (name: string, seconds: number, labels?: Labels) => void;
  /** Registers a callback that runs before each print, to set gauges. */
  readonly beforePrint: (work: () => void) => void;
  /** All metrics, in the text format of Prometheus. */
  readonly print: () => string;
}

const escape = (value: string | number): string =>
  String(value).replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));
const formatLabels = (labels: Labels): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
};

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const works: (() => void)[] = [];
  const gauges = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, { labels: Labels; histogram: Histogram }>>();
  return {
    count: (name, labels = {}, by = 1) => {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = formatLabels(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    set: (name, value, labels = {}) => {
      const series = gauges.get(name) ?? new Map<string, number>();
      gauges.set(name, series);
      series.set(formatLabels(labels), value);
    },
    clear: (name) => void gauges.delete(name),
    observe: (name, seconds, labels = {}) => {
      const series = histograms.get(name) ?? new Map<string, never>();
      histograms.set(name, series);
      const key = formatLabels(labels);
      const histogram = series.get(key)?.histogram ?? {
        counts: BUCKETS.map(() => 0),
        sum: 0,
        count: 0,
      };
      series.set(key, { labels, histogram });
      histogram.sum += seconds;
      histogram.count += 1;
      const at = BUCKETS.findIndex((bound) => seconds <= bound);
      if (at >= 0) histogram.counts[at]! += 1;
    },
    beforePrint: (work) => void works.push(work),
    print: () => {
      for (const work of works) work();
      const lines = [
        ...printValues("counter", counters),
        ...printValues("gauge", gauges),
        ...printHistograms(histograms),
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

function* printValues(
  type: "counter" | "gauge",
  values: ReadonlyMap<string, ReadonlyMap<string, number>>,
) {
  for (const [name, series] of values) {
    yield `# TYPE ${name} ${type}`;
    for (const [labels, value] of series) yield `${name}${labels} ${value}`;
  }
}

function* printHistograms(
  histograms: ReadonlyMap<string, ReadonlyMap<string, { labels: Labels; histogram: Histogram }>>,
) {
  for (const [name, series] of histograms) {
    yield `# TYPE ${name} histogram`;
    for (const { labels, histogram } of series.values()) {
      let below = 0;
      for (const [index, bound] of BUCKETS.entries()) {
        below += histogram.counts[index]!;
        yield `${name}_bucket${formatLabels({ ...labels, le: bound })} ${below}`;
      }
      yield `${name}_bucket${formatLabels({ ...labels, le: "+Inf" })} ${histogram.count}`;
      yield `${name}_sum${formatLabels(labels)} ${histogram.sum}`;
      yield `${name}_count${formatLabels(labels)} ${histogram.count}`;
    }
  }
}
