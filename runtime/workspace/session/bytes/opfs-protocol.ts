/** What the document asks the worker that writes files for it. */
export type OpfsRequest =
  | { readonly call: "open"; readonly folder: string; readonly id: string }
  | {
      readonly call: "write";
      readonly id: string;
      readonly position: number;
      readonly data: Blob;
    }
  | {
      readonly call: "write";
      readonly id: string;
      readonly position: number;
      /** Comes back with the answer, and is used again. */
      readonly data: ArrayBuffer;
      /** Bytes of it that count. */
      readonly size: number;
    }
  | { readonly call: "close" | "abort"; readonly id: string };

export interface OpfsAnswer {
  readonly turn: number;
  /** What came with the question. */
  readonly data?: ArrayBuffer;
  readonly error?: { readonly name: string; readonly message: string };
}
