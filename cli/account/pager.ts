/** Rows per request: the maximum of the API. */
const PAGE = 100;

export interface PageRequest {
  readonly page: number;
  readonly page_size: number;
}
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** The loaded rows of a list, newest first. */
export interface Loaded<Row> {
  readonly rows: readonly Row[];
  /** Total number of rows; undefined before the first page. */
  readonly total: number | undefined;
  /** Whether the last row is loaded. */
  readonly isComplete: boolean;
}

/**
 * Reads a list page by page. Rows that are added or deleted meanwhile shift the pages: repeated
 * rows are skipped, and the next page is computed from the loaded rows, so that none is missed.
 */
export function createPager<Row>(
  fetchPage: (request: PageRequest) => Promise<Page<Row>>,
  idOf: (row: Row) => string,
) {
  let loaded: Loaded<Row> = { rows: [], total: undefined, isComplete: false };
  /** Ids of rows seen, including deleted ones. */
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
    /** Loads further rows; concurrent calls share one request. */
    async more(): Promise<Loaded<Row>> {
      if (loaded.isComplete) return loaded;
      reading ??= read().finally(() => (reading = undefined));
      return await reading;
    },
    /** Removes deleted rows. */
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
