/** An error that can be kept and said in any language. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  readonly fault: Fault;

  constructor(code: string, params: Fault["params"] = {}, cause?: unknown) {
    super(code, { cause });
    this.fault = { code, params };
  }
}

/** The message key of a fault. */
export const faultKey = ({ code }: Fault): string => (code.includes(":") ? code : `errors:${code}`);

/** Something that went wrong, in a form that can be kept and said in any language. */
export interface Fault {
  /** Key of `errors.json`, such as `file.empty`; or of another file, such as `panel-karaoke:noLyrics`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}
