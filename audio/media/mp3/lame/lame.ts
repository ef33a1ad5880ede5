import { joinBytes } from "../../bytes/byte-parts.ts";
import type { Block } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** What scripts/lame/module.c gives. */
interface LameModule {
  readonly memory: WebAssembly.Memory;
  samplesAt(channel: number): number;
  mostSamples(): number;
  bytesAt(): number;
  open(sampleRate: number, channels: number, bitrate: number): number;
  encode(count: number): number;
  finish(): number;
}

export interface Mp3Format {
  /** Hz; one of those that MPEG audio has. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** kbit/s, constant; the nearest one that the rate can have is taken. */
  readonly bitrate: number;
}

/** LAME: encodes one stream of MPEG audio layer III after the other. */
export interface Lame {
  /**
   * Begins a stream, and gives up the one before.
   * @throws where LAME takes no such sound
   */
  open(format: Mp3Format): void;
  /** @returns what is done of the stream, frames that may not be whole yet */
  encode(planes: Block): Uint8Array<ArrayBuffer>;
  /** @returns the rest of the stream */
  finish(): Uint8Array<ArrayBuffer>;
}

function stop(): never {
  throw new Error("LAME has stopped.");
}
/** What its C library would call to print or to end the program. */
const SYSTEM = { fd_close: stop, fd_seek: stop, fd_write: stop, proc_exit: stop };

/** @param bytes of `lame.wasm` */
export const compileLame = (bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> =>
  WebAssembly.compile(bytes);

/** @param module of `compileLame` */
export function createLame(module: WebAssembly.Module): Lame {
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: SYSTEM });
  const lame = instance.exports as unknown as LameModule;
  const most = lame.mostSamples();
  /** Memory may have grown: it is looked at anew. */
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
      for (let at = 0; at < frames; at += most) {
        const count = Math.min(most, frames - at);
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
