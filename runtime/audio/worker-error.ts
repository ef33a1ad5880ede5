import { FaultError } from "../contract/fault.ts";
import type { TaskFailure } from "./worker/protocol.ts";

/** A file that the browser cannot decode in workers; the document may have a decoder. */
export class Undecodable extends Error {
  readonly sampleRate: number;
  readonly codec: string | null;
  constructor({ sampleRate, codec }: Extract<TaskFailure, { kind: "undecodable" }>) {
    super("There is no decoder in workers");
    this.sampleRate = sampleRate;
    this.codec = codec;
  }
}

/** The error that a worker ended its task with. */
export function errorOf(failure: TaskFailure): Error {
  if (failure.kind === "fault") return new FaultError(failure.code, failure.params);
  if (failure.kind === "undecodable") return new Undecodable(failure);
  const error = new Error(failure.message);
  error.name = failure.name;
  return error;
}
