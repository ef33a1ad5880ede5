import type { Dnsmos } from "./dnsmos.ts";
import type { NetMaterial } from "./net-material.ts";

export interface Bench {
  readonly speech: Float32Array;
  readonly material: NetMaterial;
  readonly sampleRate: number;
  readonly dnsmos: Dnsmos | null;
  /** Folder of the program */
  readonly root: string;
  readonly quick: boolean;
  /** On what constants are chosen on, instead of what is judged by. */
  readonly choosing: boolean;
  /** Folder into which mixes are written, and from which stems are read that another engine has made of them. */
  readonly stems: string | null;
  /** Those are scored alone, which takes a part of the time. */
  readonly onlyStems: boolean;
  /** Of texts that are read; null: all there are. */
  readonly languages: readonly string[] | null;
}

export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
