/** Work that one process at a time does for all. */
export interface Leases {
  name: string;
  /** Id of the process that does it. */
  holder: string;
  /** Until when, unless the holder extends it. */
  until: number;
  /** When it is next to be done. */
  next_at: number;
}

/** The audit of the ledger: one row, with the number 1. */
export interface LedgerAudits {
  id: number;
  /** First account that the running audit has not seen yet; null: none is running. */
  next_user: string | null;
  started_at: number;
  /** Faults that the running audit has found so far. */
  faults: number;
  /** End of the last complete audit; 0: there was none. */
  completed_at: number;
  completed_faults: number;
}
