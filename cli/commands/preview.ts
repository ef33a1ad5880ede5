import type { Context } from "../context.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit preview` */
export default async function preview(_context: Context, _options: object): Promise<ExitCode> {
  return 0;
}
