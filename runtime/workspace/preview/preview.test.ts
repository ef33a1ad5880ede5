import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../../contract/fault.ts";
import { type Player, createPreview } from "./preview.ts";

function setUp(canSound = true) {
  const listeners = new Map<string, () => void>();
  const player = {
    src: "",
    currentTime: 0,
    duration: 12,
    ended: false,
    play: vi.fn<() => Promise<void>>(async () => listeners.get("play")?.()),
    pause: vi.fn<() => void>(() => listeners.get("pause")?.()),
    load: vi.fn<() => void>(),
    error: null as unknown,
    removeAttribute: vi.fn<() => void>(() => {
      player.src = "";
    }),
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
  };
  const open = new Set<string>();
  let last = 0;
  const onFailed = vi.fn<(id: string, error: unknown) => void>();
  const preview = createPreview({
    player: () => player as unknown as Player,
    urls: {
      createObjectURL: () => {
        const address = `blob:${++last}`;
        open.add(address);
        return address;
      },
      revokeObjectURL: (address) => void open.delete(address),
    },
    canSound: async () => canSound,
    onFailed,
  });
  return { preview, player, open, onFailed, dispatch: (type: string) => listeners.get(type)!() };
}
const file = async (): Promise<Blob> => new Blob(["x"]);
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("preview", () => {
  it("WSP-5 plays one file at a time and lets go of the one before", async () => {
    const { preview, player, open } = setUp();
    preview.toggle("a", file);
    expect(preview.getState()).toMatchObject({ id: "a", state: "loading" });
    await settled();
    expect(preview.getState()).toMatchObject({ id: "a", state: "playing" });
    preview.toggle("b", file);
    await settled();
    expect(preview.getState()).toMatchObject({ id: "b", state: "playing" });
    expect([...open]).toEqual(["blob:2"]);
    expect(player.src).toBe("blob:2");
  });

  it("WSP-5 stops and resumes", async () => {
    const { preview, player, dispatch } = setUp();
    preview.toggle("a", file);
    await settled();
    dispatch("durationchange");
    player.currentTime = 5;
    dispatch("timeupdate");
    preview.toggle("a", file);
    expect(preview.getState()).toEqual({ id: "a", state: "paused", time: 5, duration: 12 });
    preview.toggle("a", file);
    expect(preview.getState().state).toBe("playing");
    preview.seek(2);
    expect([player.currentTime, preview.getState().time]).toEqual([2, 2]);
  });

  it("WSP-5 is paused before a sound is audible, and no error is reported", async () => {
    const { preview, player, dispatch, onFailed } = setUp();
    let stop: () => void = () => {};
    player.play.mockImplementation(
      () =>
        new Promise((_, reject) => {
          stop = () => reject(new DOMException("interrupted by pause()", "AbortError"));
          dispatch("play");
        }),
    );
    preview.toggle("a", file);
    await settled();
    preview.toggle("a", file);
    stop();
    await settled();
    expect(preview.getState()).toMatchObject({ id: "a", state: "paused" });
    expect(onFailed).not.toHaveBeenCalled();
  });

  it("USR-14 begins at the requested position, even if it changes while the file is opened", async () => {
    const { preview, player } = setUp();
    preview.toggle("a", file, 7);
    expect(preview.getState()).toMatchObject({ state: "loading", time: 7 });
    await settled();
    expect(player.currentTime).toBe(7);
    preview.toggle("b", file, 9);
    preview.seek(4);
    await settled();
    expect([player.currentTime, preview.getState().time]).toEqual([4, 4]);
  });

  it("WSP-5 keeps no address when it ends, and hears nothing late", async () => {
    const { preview, open, dispatch } = setUp();
    preview.toggle("a", file);
    preview.stop();
    await settled();
    expect(open.size).toBe(0);
    expect(preview.getState().id).toBeNull();
    preview.toggle("a", file);
    await settled();
    preview.stop("b");
    expect(open.size).toBe(1);
    preview.stop("a");
    dispatch("timeupdate");
    dispatch("error");
    expect(open.size).toBe(0);
    expect(preview.getState()).toEqual({ id: null, state: "paused", time: 0, duration: null });
  });

  it("TLS-4 says that a file cannot be opened or played", async () => {
    const { preview, open, onFailed, dispatch, player } = setUp();
    preview.toggle("a", () => Promise.reject(new Error("gone")));
    await settled();
    expect(onFailed).toHaveBeenLastCalledWith("a", new Error("gone"));
    preview.toggle("b", file);
    await settled();
    dispatch("error");
    await settled();
    expect(onFailed).toHaveBeenLastCalledWith("b", new FaultError("sound.unplayable"));
    expect(open.size).toBe(0);
    preview.toggle("d", async () => new Blob([]));
    await settled();
    expect(onFailed).toHaveBeenLastCalledWith("d", new FaultError("file.empty"));
    player.play.mockRejectedValueOnce(new Error("no"));
    preview.toggle("c", file);
    await settled();
    expect(onFailed).toHaveBeenLastCalledWith("c", new FaultError("sound.unplayable"));
    expect(preview.getState().id).toBeNull();
  });

  it.each([
    ["the browser does not allow it", true, new DOMException("no gesture", "NotAllowedError")],
    ["there is no output device", false, new DOMException("no decoder", "NotSupportedError")],
  ])("TLS-4 does not blame a file whose sound cannot start: %s", async (_, canSound, expected) => {
    const { preview, onFailed, dispatch, player } = setUp(canSound);
    player.play.mockRejectedValueOnce(expected);
    preview.toggle("a", file);
    await settled();
    // Some browsers report the error in both ways.
    dispatch("error");
    await settled();
    expect(onFailed.mock.calls).toEqual([["a", new FaultError("sound.notStarted")]]);
    expect(preview.getState().id).toBeNull();
    preview.toggle("a", file);
    await settled();
    expect(preview.getState()).toMatchObject({ id: "a", state: "playing" });
  });
});
