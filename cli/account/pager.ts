/** Rows that a request asks for: the most that the API gives. */
const PAGE = 100;

export interface PageRequest {
  readonly page: number;
  readonly page_size: number;
}
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** Rows of a list as far as they are loaded, the newest first. */
export interface Loaded<Row> {
  readonly rows: readonly Row[];
  /** Rows that there are; undefined before the first page. */
  readonly total: number | undefined;
  /** Whether the last row is loaded. */
  readonly isComplete: boolean;
}

/**
 * Reads a list by pages. Rows that come or go meanwhile move the pages: a row that is met again is
 * passed over, and pages are counted from what is loaded, so that none is left out.
 */
export function createPager<Row>(
  fetchPage: (request: PageRequest) => Promise<Page<Row>>,
  idOf: (row: Row) => string,
) {
  let loaded: Loaded<Row> = { rows: [], total: undefined, isComplete: false };
  /** Rows that were met, those that were deleted since included. */
  const known = new Set<string>();
  let reading: Promise<Loaded<Row>> | undefined;

  async function read(): Promise<Loaded<Row>> {
    for (let page = Math.floor(loaded.rows.length / PAGE) + 1; ; page++) {
      const { list, total } = await fetchPage({ page, page_size: PAGE });
      const added = list.filter((row) => !known.has(idOf(row)));
      for (const row of added) known.add(idOf(row));
      const isComplete = list.length < PAGE || page * PAGE >= total;
      loaded = { rows: [...loaded.rows, ...added], total, isComplete };
      if (added.length > 0 || isComplete) return loaded;
    }
  }

  return {
    state: (): Loaded<Row> => loaded,
    /** Loads further rows; who asks while some are on their way gets those. */
    async more(): Promise<Loaded<Row>> {
      if (loaded.isComplete) return loaded;
      reading ??= read().finally(() => (reading = undefined));
      return await reading;
    },
    /** Takes rows out that were deleted. */
    remove(ids: ReadonlySet<string>): Loaded<Row> {
      const rows = loaded.rows.filter((row) => !ids.has(idOf(row)));
      const removed = loaded.rows.length - rows.length;
      const total = loaded.total === undefined ? undefined : Math.max(0, loaded.total - removed);
      loaded = { ...loaded, rows, total };
      return loaded;
    },
  };
}
export type Pager<Row> = ReturnType<typeof createPager<Row>>;
