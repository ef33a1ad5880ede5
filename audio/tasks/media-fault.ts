/** Values of a message, by name. */
export type FaultParams = Readonly<Record<string, string | number>>;

/** A file that cannot be processed. `code` is a key of `errors.json`. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
  readonly code: string;
  readonly params: FaultParams;

  constructor(code: string, params: FaultParams = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.params = params;
  }
}
