/** An error that can be stored and translated. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  readonly fault: Fault;

  constructor(code: string, params: Fault["params"] = {}, cause?: unknown) {
    super(code, { cause });
    this.fault = { code, params };
  }
}

/** Reports errors other than faults: the visitor reads these, and they are no bugs. */
export const exceptFaults =
  (report: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!(error instanceof FaultError)) report(error);
  };

/** The message key of a fault. */
export const faultKey = ({ code }: Fault): string => (code.includes(":") ? code : `errors:${code}`);

/** The stored form of an error: a message key with parameters. */
export interface Fault {
  /**
   * Key of `errors.json`, for example `file.empty`, or of another file, for example
   * `panel-karaoke:noLyrics`.
   */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}
