import { FaultError } from "../workspace/contract/fault.ts";
import type { FromWorker } from "./worker/protocol.ts";

/** What no decoder of workers reads, and the document's own may. */
export class Undecodable extends Error {
  readonly sampleRate: number;
  readonly codec: string | null;
  constructor({ sampleRate, codec }: Extract<FromWorker, { kind: "undecodable" }>) {
    super("There is no decoder in workers");
    this.sampleRate = sampleRate;
    this.codec = codec;
  }
}

/** What a worker's last word means; null where it is not its last. */
export function errorOf(message: FromWorker): Error | null {
  if (message.kind === "fault") return new FaultError(message.code, message.params);
  if (message.kind === "undecodable") return new Undecodable(message);
  if (message.kind !== "broken") return null;
  const error = new Error(message.message);
  error.name = message.name;
  return error;
}
