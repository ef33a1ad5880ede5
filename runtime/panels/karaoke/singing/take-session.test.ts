import { describe, expect, it } from "vitest";
import type { PitchMessage } from "./take-protocol.ts";
import { createTakeSession, type TakeDeps, type TakeSong } from "./take-session.ts";

class FakeRecorder extends EventTarget {
  state = "inactive";
  mimeType = "audio/webm;codecs=opus";
  readonly #data: string;
  constructor(data: string) {
    super();
    this.#data = data;
  }
  start = (): void => void (this.state = "recording");
  pause = (): void => void (this.state = "paused");
  resume = (): void => void (this.state = "recording");
  stop(): void {
    this.state = "inactive";
    const data = new Blob([this.#data]);
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
    this.dispatchEvent(new Event("stop"));
  }
}

function open(changes: Partial<TakeDeps> = {}, data = "sound") {
  const track = Object.assign(new EventTarget(), { stop: () => void log.push("released") });
  const log: string[] = [];
  const recorder = new FakeRecorder(data);
  const context = { currentTime: 10, close: async () => void log.push("closed") };
  const pitches: number[] = [];
  let send = (_: PitchMessage): void => {};
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const session = createTakeSession({
    devices: { getUserMedia: async () => stream as unknown as MediaStream },
    createContext: () => context as unknown as AudioContext,
    connect: async (_context, _stream, onPitches) => {
      send = onPitches;
      return () => void log.push("disconnected");
    },
    createRecorder: () => recorder as unknown as MediaRecorder,
    report: (error) => void log.push(`reported ${String(error)}`),
    ...changes,
  });
  const song: TakeSong = {
    clock: () => ({ time: 3, tempo: 2 }),
    onPitch: (time) => void pitches.push(time),
    onLost: () => void log.push("lost"),
  };
  const message = {
    from: 9.9,
    pitches: [0, 1].map(() => ({ hertz: 220, confidence: 1, power: 0.01 })),
  };
  const start = (): Promise<boolean> => session.start(song);
  return { session, start, track, log, recorder, context, pitches, send: () => send(message) };
}
const failing = (name: string): Partial<TakeDeps> => ({
  devices: {
    getUserMedia: async () => {
      throw new DOMException("no", name);
    },
  },
});

describe("recording a take", () => {
  it("TLS-15 puts pitches to where the song was, and records while it plays", async () => {
    const { session, start, log, recorder, context, pitches, send } = open();
    expect(await start()).toBe(true);
    expect(recorder.state).toBe("paused");
    session.setPlaying(true);
    expect(recorder.state).toBe("recording");
    context.currentTime = 11.5;
    session.setPlaying(false);
    context.currentTime = 10;
    expect(recorder.state).toBe("paused");
    send();
    // A tenth of a second ago, at twice the tempo.
    expect(pitches.map((time) => time.toFixed(2))).toEqual(["2.80", "2.82"]);
    const take = await session.stop();
    const { sound, seconds } = take!;
    expect([sound.type, await sound.text(), seconds]).toEqual(["audio/webm", "sound", 1.5]);
    expect(log).toEqual(["disconnected", "released", "closed"]);
    send();
    expect(pitches).toHaveLength(2);
    expect(await session.stop()).toBeNull();
  });

  it("TLS-15 says why there is no microphone, and can be tried again", async () => {
    for (const [changes, code] of [
      [failing("NotAllowedError"), "recorder.denied"],
      [failing("NotFoundError"), "recorder.none"],
      [failing("NotReadableError"), "recorder.busy"],
      [{ devices: null }, "recorder.unsupported"],
    ] as const) {
      const { session, start, log } = open(changes);
      expect(await start()).toBe(false);
      expect(session.getState()).toMatchObject({ state: "failed", fault: { code } });
      expect(log).toEqual(["closed"]);
    }
    const broken = open({ connect: () => Promise.reject(new Error("module")) });
    await broken.start();
    expect(broken.session.getState().fault!.code).toBe("panel-karaoke:score.failed");
    expect(broken.log).toEqual(["released", "closed", "reported Error: module"]);
    expect(await broken.start()).toBe(false);
  });

  it("TLS-15 releases a microphone that is allowed after the visitor has left", async () => {
    const { session, start, log } = open();
    const started = start();
    await session.stop();
    expect(await started).toBe(false);
    expect(log).toContain("released");
    expect(session.getState().state).toBe("idle");
  });

  it("TLS-15 tells that the microphone was disconnected, and has no recording of nothing", async () => {
    const { session, start, track, log } = open({}, "");
    await start();
    track.dispatchEvent(new Event("ended"));
    expect(log).toEqual(["lost"]);
    expect(await session.stop()).toBeNull();
  });
});
