import { joinBytes } from "../../bytes/byte-parts.ts";
import type { Block } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** Exports of scripts/lame/module.c. */
interface LameModule {
  readonly memory: WebAssembly.Memory;
  samplesAt(channel: number): number;
  /** The name is that of the export in module.c. */
  mostSamples(): number;
  bytesAt(): number;
  open(sampleRate: number, channels: number, bitrate: number): number;
  encode(count: number): number;
  finish(): number;
}

export interface Mp3Format {
  /** Hz; one of the MPEG audio sample rates. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Constant bit rate in kb/s; rounded to the nearest valid one. */
  readonly bitrate: number;
}

/** LAME: encodes consecutive streams of MPEG audio layer III. */
export interface Lame {
  /**
   * Starts a stream and discards the previous one.
   * @throws if LAME does not support the format
   */
  open(format: Mp3Format): void;
  /** @returns the available output; frames may be incomplete */
  encode(planes: Block): Uint8Array<ArrayBuffer>;
  /** @returns the rest of the stream */
  finish(): Uint8Array<ArrayBuffer>;
}

function stop(): never {
  throw new Error("LAME has stopped.");
}
/** Stubs of C library functions for output and program termination. */
const SYSTEM = { fd_close: stop, fd_seek: stop, fd_write: stop, proc_exit: stop };

/** @param bytes content of `lame.wasm` */
export const compileLame = (bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> =>
  WebAssembly.compile(bytes);

/** @param module result of `compileLame` */
export function createLame(module: WebAssembly.Module): Lame {
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: SYSTEM });
  const lame = instance.exports as unknown as LameModule;
  const maxSamples = lame.mostSamples();
  /** Created each time, because the memory may have grown. */
  const taken = (count: number): Uint8Array<ArrayBuffer> => {
    if (count < 0) throw new Error(`LAME has failed: ${count}`);
    return new Uint8Array(lame.memory.buffer, lame.bytesAt(), count).slice();
  };
  return {
    open({ sampleRate, channels, bitrate }) {
      if (lame.open(sampleRate, channels, bitrate) === 0)
        throw new Error(`LAME does not take ${sampleRate} Hz with ${bitrate} kbit/s.`);
    },
    encode(planes) {
      const frames = framesOf(planes);
      const parts: Uint8Array[] = [];
      for (let at = 0; at < frames; at += maxSamples) {
        const count = Math.min(maxSamples, frames - at);
        for (const [channel, plane] of planes.entries())
          new Float32Array(lame.memory.buffer, lame.samplesAt(channel), count).set(
            plane.subarray(at, at + count),
          );
        parts.push(taken(lame.encode(count)));
      }
      return joinBytes(parts);
    },
    finish: () => taken(lame.finish()),
  };
}
