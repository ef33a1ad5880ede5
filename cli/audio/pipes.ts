import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import { endingOfFormat, parseFormat } from "./formats.ts";
import { faultOfOutput } from "./output/output-path.ts";

/** Among files, standard input; as a result, standard output. */
export const PIPE = "-";

/** Where a process reads and writes. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
}

export interface PipeOptions {
  readonly files: readonly string[];
  readonly out: string;
  /** Of a result that goes to standard output; WAV where nothing is said. */
  readonly format?: string;
  readonly json?: boolean;
}

/** Files that stand for pipes: readers look at the end of a file first, writers at its beginning last. */
export interface Pipes {
  readonly files: readonly string[];
  readonly out: string;
  /** What who called knows a file as. */
  readonly nameOf: (file: string) => string;
  /** Hands the result on, where it was to be piped. */
  readonly send: () => Promise<void>;
  /** Leaves nothing behind. */
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
          // A reader that has had enough, such as `head`, is no failure.
          if (error.code !== "EPIPE") throw faultOfOutput(PIPE, error) ?? error;
        },
      );
    },
    close,
  };
}
