/** Work that one process at a time does for all. */
export interface Leases {
  name: string;
  /** Id of the process. */
  holder: string;
  /** End of the lease, unless the holder renews it. */
  until: number;
  /** Next due time of the work. */
  next_at: number;
}

/** Progress of the ledger audit: a single row with id 1. */
export interface LedgerAudits {
  id: number;
  /** First account that the current audit has not checked yet; null: no audit is running. */
  next_user: string | null;
  started_at: number;
  /** Errors found by the current audit so far. */
  faults: number;
  /** End of the last complete audit; 0: there was none. */
  completed_at: number;
  completed_faults: number;
}
