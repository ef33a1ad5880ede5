/** Requests of a document to the worker that writes its files. */
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
      /** Returned with the response and reused. */
      readonly data: ArrayBuffer;
      /** Number of valid bytes in it. */
      readonly size: number;
    }
  | { readonly call: "close" | "abort"; readonly id: string };

export interface OpfsResponse {
  /** The buffer that came with the request. */
  readonly data?: ArrayBuffer;
}

export interface OpfsError {
  readonly name: string;
  readonly message: string;
}
