/** One row, which is written to see whether anything can be. */
export interface Probes {
  id: number;
  at: number;
}
