import { describe, expect, it } from "vitest";
import { addEcho } from "#bench/audio/faults.ts";
import { createRandom } from "#bench/audio/random.ts";
import { createEchoMeter } from "./echo-meter.ts";

const RATE = 16_000;

/** Different noise bursts. */
function bursts(seconds: number): Float32Array {
  const random = createRandom(3);
  return Float32Array.from({ length: seconds * RATE }, (_, at) =>
    at % (RATE / 2) < RATE / 4 ? 0.2 * random.normal() : 0,
  );
}
function measure(samples: Float32Array) {
  const meter = createEchoMeter({ sampleRate: RATE, channels: 1 });
  for (let at = 0; at < samples.length; at += 4096) meter.push([samples.subarray(at, at + 4096)]);
  return meter.finish();
}

describe("an audible echo", () => {
  it.each([150, 300, 450])("NAV-13 one of %i ms throughout the sound is sure", (milliseconds) => {
    const found = measure(addEcho(bursts(16), (milliseconds / 1000) * RATE, 0.4));
    expect(found!.delay).toBeCloseTo(milliseconds, 0);
    expect(found!.certainty).toBe("sure");
  });

  it("NAV-13 what comes again in one place only is no sure echo", () => {
    const samples = bursts(16);
    // A word repeated after 600 ms.
    samples.copyWithin(1.6 * RATE, RATE, 1.5 * RATE);
    expect(measure(samples)?.certainty).not.toBe("sure");
  });

  it("NAV-13 a short sound says less, and one without an echo nothing", () => {
    expect(measure(addEcho(bursts(6), 0.25 * RATE, 0.4))?.certainty).toBe("likely");
    expect(measure(bursts(16))).toBe(null);
  });
});
