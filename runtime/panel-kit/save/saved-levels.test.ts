import { expect, it, vi } from "vitest";
import { type RunRecord, records } from "../../audio/records.ts";
import type { JobResult, Saving } from "../../contract/file.ts";
import { isWatched, savedRecord, storeSavedLevels, watchSavedLevels } from "./saved-levels.ts";

const SAVING: Saving = {
  stored: "wav24",
  source: "mp3",
  chosen: "keep",
  film: null,
  outOfStep: false,
  ceiling: -1,
  loudness: -16,
  sampleRate: 48_000,
  channels: 2,
  seconds: 10,
};
const RESULT: JobResult = {
  id: "result",
  name: "talk.wav",
  type: "audio/wav",
  size: 1,
  created: 0,
  state: "ready",
  saving: SAVING,
};
const RECORD: RunRecord = {
  effect: "volume",
  values: {},
  findings: null,
  input: { sampleRate: 48_000, channels: 2 },
  output: { sampleRate: 48_000, channels: 2 },
  frames: [480_000, 480_000],
  before: { lufs: -24, truePeak: -8, noise: -70 },
  after: { lufs: -16, truePeak: -1, noise: -62 },
  notes: [],
};

it("TLS-18 the levels that are shown are those of the saved file, in the format in which it was saved", async () => {
  await records.put("runs", RESULT.id, RECORD);
  expect(savedRecord(RECORD, RESULT)).toEqual({ record: RECORD, measured: "render" });
  const onChange = vi.fn<() => void>();
  const end = watchSavedLevels(RESULT.id, onChange);
  expect(isWatched(RESULT.id)).toBe(true);
  await storeSavedLevels(RESULT, { lufs: -16.9, truePeak: -1.1 });
  end();
  expect(onChange).toHaveBeenCalledOnce();
  expect(isWatched(RESULT.id)).toBe(false);

  const stored = (await records.get("runs", RESULT.id))!;
  const { record, measured } = savedRecord(stored, RESULT);
  expect(measured).toBe("file");
  expect(record.after).toMatchObject({ lufs: -16.9, truePeak: -1.1 });
  // Speech and noise are as far apart as before.
  expect(record.after.lufs - record.after.noise).toBeCloseTo(46);
  expect(record.notes).toEqual(["softer"]);

  const as = (chosen: Saving["chosen"]) => ({ saving: { ...SAVING, chosen } });
  expect(savedRecord(stored, as("opus"))).toEqual({ record: stored, measured: "render" });
  expect(savedRecord(stored, as("flac"))).toEqual({ record: stored, measured: null });
  expect(savedRecord(stored, as("wav24"))).toEqual({ record: stored, measured: null });
});
