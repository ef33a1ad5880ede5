import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { AudioSource } from "#audio/media/audio-source.ts";
import type { Sound } from "../sounds.ts";

const close = vi.fn<() => void>();
const source = {
  format: { sampleRate: 8000, channels: 1 },
  duration: 1,
  tags: {},
  codec: null,
  // oxlint-disable-next-line require-yield -- it fails before the first block
  async *blocks() {
    throw new Error("damaged");
  },
  close,
} as unknown as AudioSource;
const open = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("../open/open-sound.ts", () => ({ openSound: open }));
vi.mock("../host/worker-host.ts", () => ({ openFile: open }));
vi.mock("../effect/resources.ts", () => ({ resources: { bytes: async () => new Uint8Array() } }));
vi.mock("#audio/restoration/activity/activity-meter.ts", () => ({
  createActivityMeter: () => ({ push: () => {}, finish: () => [] }),
}));
// Other tests may have imported these modules before, without the mocks, and may import them again.
vi.resetModules();
const { analyzeFile } = await import("./analyze-file.ts");
const { findSpeech } = await import("./find-speech.ts");
afterAll(() => {
  vi.doUnmock("../open/open-sound.ts");
  vi.doUnmock("../host/worker-host.ts");
  vi.doUnmock("../effect/resources.ts");
  vi.doUnmock("#audio/restoration/activity/activity-meter.ts");
  vi.resetModules();
});
const context = { onProgress: () => {} } as never;

beforeEach(() => {
  close.mockClear();
  open.mockReset().mockResolvedValue(source);
});

it("TLS-13 a sound that cannot be read to its end is closed", async () => {
  await expect(findSpeech({ file: new Blob() as Sound }, context)).rejects.toThrow("damaged");
  expect(close).toHaveBeenCalledTimes(1);
});

it("TLS-1 a sound that cannot be measured to its end is closed", async () => {
  const analyzer = { push: () => {}, finish: () => 0 };
  const analyze = analyzeFile(new Blob() as never, async () => () => analyzer as never, context);
  await expect(analyze).rejects.toThrow("damaged");
  expect(close).toHaveBeenCalledTimes(1);
});
