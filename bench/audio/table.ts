import type { Dnsmos } from "./dnsmos.ts";

export interface Bench {
  readonly speech: Float32Array;
  readonly sampleRate: number;
  readonly dnsmos: Dnsmos | null;
  /** Folder of the program */
  readonly root: string;
  readonly quick: boolean;
}

export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
