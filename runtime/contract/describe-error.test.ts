import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../services/api/api-error.ts";
import { AudioFetchError } from "../services/fetch-audio.ts";
import { FaultError, faultKey } from "./fault.ts";
import { describeError } from "./describe-error.ts";
import { hashInput } from "../workspace/queue/hash-input.ts";
import { guardLeaving } from "../workspace/leave-guard.ts";

const say = (error: unknown) => {
  const onUnknown = vi.fn<(error: unknown) => void>();
  return { ...describeError(error, onUnknown), unknown: onUnknown.mock.calls.length };
};
const FAILED = "Failed to fetch dynamically imported module: https://a.b/c.js";

describe("TLS-4 what a job's error says", () => {
  it.each([
    [new FaultError("file.silent"), "file.silent"],
    [
      new ApiError("no", { key: "not_enough_credits", params: { needed: 3 } }),
      "api.not_enough_credits",
    ],
    [new ApiError("no", { key: "offline" }), "offline"],
    [new ApiError("no", { status: 500 }), "http.500"],
    [new ApiError("no", { status: 418 }), "http.other"],
    [new AudioFetchError({ url: "/a", status: 404, statusText: "Not Found" }), "fetch"],
    [new DOMException("", "QuotaExceededError"), "storage.full"],
    [new DOMException("", "EncodingError"), "file.unreadable"],
    [new RangeError("Array buffer allocation failed"), "file.tooLarge"],
    [new TypeError(FAILED), "job.notLoaded"],
  ])("%s", (error, code) => {
    expect(say(error)).toMatchObject({ code, unknown: 0 });
  });
  it.each([new TypeError("x is not a function"), "text", null, undefined, 3])(
    "%s is reported, since nobody expected it",
    (error) => {
      expect(say(error)).toMatchObject({ code: "job.failed", unknown: 1 });
    },
  );
  it("values come along", () => {
    const error = new ApiError("no", { key: "not_enough_credits", params: { needed: 3 } });
    expect(say(error).params).toEqual({ needed: 3 });
    expect(faultKey({ code: "file.empty", params: {} })).toBe("errors:file.empty");
    expect(faultKey({ code: "panel-karaoke:noLyrics", params: {} })).toBe("panel-karaoke:noLyrics");
  });
});

describe("USR-10 the name of an input", () => {
  const digest = async (data: BufferSource): Promise<ArrayBuffer> =>
    crypto.subtle.digest("SHA-256", data);
  const hash = (...files: Blob[]) => hashInput(files, digest, new AbortController().signal);
  it("is the same for the same bytes, and another for others", async () => {
    const long = new Uint8Array(9_000_000).map((_, at) => at % 251);
    const name = await hash(new Blob([long]));
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash(new File([long], "other name"))).toBe(name);
    long[8_999_999]!++;
    expect(await hash(new Blob([long]))).not.toBe(name);
    expect(await hash(new Blob(["ab"]), new Blob(["c"]))).not.toBe(
      await hash(new Blob(["a"]), new Blob(["bc"])),
    );
  });
  it("ends with its signal", async () => {
    const files = [new Blob(["a"])];
    await expect(hashInput(files, digest, AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

it("WSP-5 the browser asks before the document is left only while something would be lost", () => {
  const target = new EventTarget();
  let busy = false;
  let listener = (): void => {};
  const subscribe = (onChange: () => void) => {
    listener = onChange;
    return () => {};
  };
  guardLeaving(target as unknown as Window, [{ subscribe }], () => busy);
  const leave = (): boolean => {
    const event = new Event("beforeunload", { cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  busy = true;
  listener();
  listener();
  expect(leave()).toBe(true);
  busy = false;
  listener();
  expect(leave()).toBe(false);
});
