import { afterEach, describe, expect, it, vi } from "vitest";
import { measureEncoderDelay } from "./encoder-delay.ts";

interface Sound {
  readonly data: Float32Array<ArrayBuffer>;
  readonly numberOfFrames: number;
  readonly sampleRate: number;
  readonly timestamp: number;
}

/** Stubs lossless codecs with a delay: the encoder inserts silence before the samples. */
function stubCodecs(delay: number, { fails = false, level = 1 } = {}): void {
  class AudioData {
    readonly sound: Sound;
    readonly numberOfFrames: number;
    readonly sampleRate: number;
    readonly timestamp: number;
    constructor(sound: Sound) {
      this.sound = sound;
      ({
        numberOfFrames: this.numberOfFrames,
        sampleRate: this.sampleRate,
        timestamp: this.timestamp,
      } = sound);
    }
    copyTo(plane: Float32Array): void {
      plane.set(this.sound.data.subarray(0, plane.length));
    }
    close(): void {}
  }
  class AudioEncoder {
    readonly samples: number[] = Array<number>(delay).fill(0);
    sampleRate = 0;
    readonly to: { output: (chunk: unknown, meta: unknown) => void };
    constructor(to: AudioEncoder["to"]) {
      this.to = to;
    }
    configure(config: { sampleRate: number }): void {
      if (fails) throw new DOMException("No", "NotSupportedError");
      this.sampleRate = config.sampleRate;
    }
    encode({ sound }: AudioData): void {
      this.samples.push(...sound.data.subarray(0, sound.numberOfFrames));
    }
    async flush(): Promise<void> {
      const { samples, sampleRate } = this;
      for (let at = 0; at < samples.length; at += 1024) {
        const data = Float32Array.from(samples.slice(at, at + 1024), (sample) => level * sample);
        const timestamp = Math.round((at * 1e6) / sampleRate);
        const sound = { data, numberOfFrames: data.length, sampleRate, timestamp };
        this.to.output(sound, at === 0 ? { decoderConfig: {} } : undefined);
      }
    }
    close(): void {}
  }
  class AudioDecoder {
    readonly to: { output: (data: AudioData) => void };
    constructor(to: AudioDecoder["to"]) {
      this.to = to;
    }
    configure(): void {}
    decode(sound: Sound): void {
      this.to.output(new AudioData(sound));
    }
    async flush(): Promise<void> {}
    close(): void {}
  }
  for (const [name, value] of Object.entries({ AudioData, AudioEncoder, AudioDecoder }))
    vi.stubGlobal(name, value);
}
afterEach(() => vi.unstubAllGlobals());

const CONFIG = { codec: "mp4a.40.2", sampleRate: 44_100, numberOfChannels: 2, bitrate: 128_000 };

describe("the delay of a platform's encoder", () => {
  it.each([0, 1024, 2048, 2112])("TLS-2 of %i frames is found", async (delay) => {
    stubCodecs(delay);
    expect(await measureEncoderDelay(CONFIG)).toBe(delay);
  });

  it("TLS-2 is 0 if nothing is audible, or nothing can be encoded", async () => {
    stubCodecs(2048, { level: 0.01 });
    expect(await measureEncoderDelay(CONFIG)).toBe(0);
    stubCodecs(2048, { fails: true });
    expect(await measureEncoderDelay(CONFIG)).toBe(0);
    vi.unstubAllGlobals();
    expect(await measureEncoderDelay(CONFIG)).toBe(0);
  });
});
