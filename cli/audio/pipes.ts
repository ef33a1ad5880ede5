import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import { endingOfFormat, parseFormat } from "./formats.ts";
import { faultOfOutput } from "./output/output-path.ts";

/** Standard input among input files; standard output as a result. */
export const PIPE = "-";

/** Streams of a process. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
}

export interface PipeOptions {
  readonly files: readonly string[];
  readonly out: string;
  /** Format of a result on standard output; WAV by default. */
  readonly format?: string;
  readonly json?: boolean;
}

/**
 * Temporary files that stand for pipes: readers seek to the end of a file first, and writers
 * rewrite its beginning last.
 */
export interface Pipes {
  readonly files: readonly string[];
  readonly out: string;
  /** Name of a file as the user gave it. */
  readonly nameOf: (file: string) => string;
  /** Writes a piped result to standard output. */
  readonly send: () => Promise<void>;
  /** Removes temporary files. */
  readonly close: () => Promise<void>;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });

/** @throws {ToolkitError} USAGE */
export async function openPipes(
  { files, out, format = "wav", json = false }: PipeOptions,
  { stdin, stdout }: Streams,
  signal: AbortSignal,
): Promise<Pipes> {
  const reads = files.filter((file) => file === PIPE).length;
  const writes = out === PIPE;
  if (reads > 1) throw usage("Standard input can be read once.");
  if (reads > 0 && stdin.isTTY) throw usage("Nothing is piped in; - reads standard input.");
  if (writes && files.length > 1) throw usage("Standard output takes one result.");
  if (writes && stdout.isTTY)
    throw usage("Audio cannot be written to a terminal: pipe it, or name a file.");
  if (writes && json) throw usage("--json prints on standard output: name a file for the result.");
  if (reads === 0 && !writes)
    return { files, out, nameOf: (file) => file, send: async () => {}, close: async () => {} };
  const ending = endingOfFormat(parseFormat(format));
  const folder = await mkdtemp(path.join(tmpdir(), "toolkit-"));
  const close = () => rm(folder, { recursive: true, force: true });
  const read = path.join(folder, "stdin");
  const written = path.join(folder, `stdout.${ending}`);
  try {
    if (reads > 0) await pipeline(stdin, createWriteStream(read), { signal });
  } catch (error) {
    await close();
    throw faultOfOutput(read, error) ?? error;
  }
  return {
    files: files.map((file) => (file === PIPE ? read : file)),
    out: writes ? written : out,
    nameOf: (file) => (file === read || file === written ? PIPE : file),
    async send() {
      if (!writes) return;
      await pipeline(createReadStream(written), stdout, { signal, end: false }).catch(
        (error: NodeJS.ErrnoException) => {
          // A reader that closes early, such as `head`, is not an error.
          if (error.code !== "EPIPE") throw faultOfOutput(PIPE, error) ?? error;
        },
      );
    },
    close,
  };
}
