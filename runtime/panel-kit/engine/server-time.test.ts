import { expect, it } from "vitest";
import { serverTime } from "./server-time.ts";

const separate = { call: "separate", model: "htdemucs", pace: 0.5 };
const cover = { call: "cover", model: null, pace: 0.25 };

it("JOB-6 the time on the servers is that of all tasks of a job, and unknown if one was not measured", () => {
  const job = { lengths: [120, 80], model: "htdemucs" };
  expect(serverTime([separate], job)).toBe(100);
  expect(serverTime([separate, cover], { ...job, calls: ["separate", "cover"] })).toBe(150);
  expect(serverTime([separate, cover], { ...job, calls: ["cover"] })).toBe(50);
  expect(serverTime([separate], { ...job, calls: ["separate", "cover"] })).toBeNull();
  expect(serverTime([separate], { ...job, model: null })).toBeNull();
  expect(serverTime([], job)).toBeNull();
  // The length of a file is not known yet.
  for (const lengths of [[], [null], [120, null]])
    expect(serverTime([separate], { ...job, lengths })).toBeNull();
});
