/** A single row, written to check whether the database accepts writes. */
export interface Probes {
  id: number;
  at: number;
}
