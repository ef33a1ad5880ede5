/** What the document asks the worker that writes files for it. */
export type OpfsRequest =
  | { readonly call: "open"; readonly folder: string; readonly id: string }
  | {
      readonly call: "write";
      readonly id: string;
      readonly position: number;
      readonly data: Blob | ArrayBuffer;
    }
  | { readonly call: "close" | "abort"; readonly id: string };

export interface OpfsAnswer {
  readonly turn: number;
  readonly error?: { readonly name: string; readonly message: string };
}
