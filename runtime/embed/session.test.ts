import { describe, expect, it, vi } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import { type EmbedReply, readRequest } from "./messages.ts";
import {
  createEmbedController,
  type EmbedOutcome,
  type EmbedProgress,
  type EmbedSettings,
  type EmbedTool,
  MAX_BYTES,
  MAX_SECONDS,
} from "./controller.ts";
import { createEmbedSession } from "./session.ts";

const FORUM = "https://forum.example";
const COURSE = "https://course.example";
const OTHER = "https://other.example";

interface Run {
  readonly name: string;
  readonly settings: EmbedSettings;
  readonly onProgress: (progress: EmbedProgress) => void;
  readonly end: PromiseWithResolvers<EmbedOutcome>;
}

/** A session whose tool ends its runs when the test says so. */
function openSession(parentOrigin: string | null = null) {
  const sent: [message: EmbedReply, target: string][] = [];
  const parent = {
    postMessage: (message: EmbedReply, target: string) => void sent.push([message, target]),
  };
  const runs: Run[] = [];
  const tool: EmbedTool = {
    probe: async (file) => {
      const text = await file.text();
      if (text === "noise") throw new Error("not a sound");
      return text === "hours" ? MAX_SECONDS + 1 : text.length;
    },
    fit: (settings, seconds) => (seconds > 3 ? settings : { values: {} }),
    check: async ({ values }) => ("strength" in values ? null : "There is no such setting."),
    run: ({ file }, settings, { signal, onProgress }) => {
      const end = Promise.withResolvers<EmbedOutcome>();
      signal.addEventListener("abort", () => end.reject(signal.reason));
      runs.push({ name: file.name, settings, onProgress, end });
      return end.promise;
    },
  };
  const controller = createEmbedController(tool);
  const session = createEmbedSession(controller, parent, {
    slug: "noise-remover",
    origins: [FORUM, COURSE],
    parentOrigin,
  });
  const settle = () => new Promise<void>((resolve) => void setTimeout(resolve));
  const send = async (data: unknown, origin = FORUM, source: unknown = parent) => {
    session.receive({ origin, source, data });
    await settle();
  };
  const take = () => sent.splice(0);
  return { controller, session, parent, send, take, runs, settle };
}

const CLEAN = { file: new Blob(["clean"]), name: "clean.mp3", mime: "audio/mpeg" };
const DONE: EmbedOutcome = { files: [CLEAN], unchanged: null };
const FILE = new File(["sound"], "talk.wav", { type: "audio/wav" });
const open = (id: number) => ({ v: 1, type: "open", id, file: FILE });

describe("TLS-17 a tool in a frame of another site", () => {
  it("opens a file, reports progress, and sends the result to that site only", async () => {
    const { send, take, runs, settle } = openSession();
    await send(open(1));
    await send({ v: 1, type: "set", values: { strength: 80 }, output: { format: "mp3" } });
    await send({ v: 1, type: "start", id: "go" });
    expect(runs).toMatchObject([
      { name: "talk.wav", settings: { values: { strength: 80 }, output: { format: "mp3" } } },
    ]);
    runs[0]!.onProgress({ done: 0.5 });
    runs[0]!.onProgress({ done: null });
    runs[0]!.end.resolve(DONE);
    await settle();
    expect(take()).toEqual([
      [{ v: 1, id: 1, type: "opened", name: "talk.wav", seconds: 5 }, FORUM],
      [{ v: 1, id: "go", type: "progress", done: 0.5 }, FORUM],
      [{ v: 1, id: "go", type: "result", files: [CLEAN] }, FORUM],
    ]);
  });

  it("takes the bytes of a file with a name, and a blob without one", async () => {
    const { send, take } = openSession();
    const bytes = new TextEncoder().encode("wave").buffer;
    await send({ v: 1, type: "open", file: bytes, name: "a b.wav" });
    await send({ v: 1, type: "open", file: new Blob(["wave"]) });
    expect(take().map(([message]) => message)).toEqual([
      { v: 1, type: "opened", name: "a b.wav", seconds: 4 },
      { v: 1, type: "opened", name: "recording", seconds: 4 },
    ]);
  });

  it("TLS-17 fits the settings to a file of the visitor, and leaves those of the page alone", async () => {
    const { controller, send } = openSession();
    await send({ v: 1, type: "set", values: { strength: 80 } });
    await send({ v: 1, type: "open", file: new Blob(["wav"]) });
    expect(controller.store.getState().settings).toEqual({ values: { strength: 80 } });
    await controller.open(new File(["wave"], "long.wav"), "visitor");
    expect(controller.store.getState().settings).toEqual({ values: { strength: 80 } });
    await controller.open(new File(["wav"], "short.wav"), "visitor");
    expect(controller.store.getState().settings).toEqual({ values: {} });
  });

  it("TLS-17 takes no folders and no reversed text from the name of a file", async () => {
    const { send, take } = openSession();
    const file = new File(["wave"], "../../a\\b\u202e3pm.wav");
    await send({ v: 1, type: "open", file });
    await send({ v: 1, type: "open", file: new File(["wave"], `${"x".repeat(300)}.wav`) });
    expect(take().map(([message]) => message)).toMatchObject([
      { type: "opened", name: ".._.._a_b_3pm.wav" },
      { type: "opened", name: `${"x".repeat(251)}.wav` },
    ]);
  });

  it("TLS-17 takes an empty file as a message, for the tool to say that it cannot be read", () => {
    for (const file of [new Blob([]), new ArrayBuffer(0)])
      expect(readRequest({ v: 1, type: "open", file })).toMatchObject({ request: { file } });
  });

  it("does not answer other origins and other windows", async () => {
    const { send, take, runs } = openSession();
    await send(open(1), OTHER);
    await send(open(2), "null");
    await send(open(3), `${FORUM}.evil.example`);
    await send(open(4), FORUM, {});
    await send(open(5), FORUM, null);
    await send({ v: 9 }, OTHER);
    expect(take()).toEqual([]);
    await send({ v: 1, type: "start" });
    expect(take()).toMatchObject([[{ code: "no-file" }, FORUM]]);
    expect(runs).toEqual([]);
  });

  it("announces itself to listed origins only, and to the parent alone where it is known", () => {
    for (const [parentOrigin, targets] of [
      [null, [FORUM, COURSE]],
      [COURSE, [COURSE]],
      [OTHER, []],
    ] as const) {
      const { session, take } = openSession(parentOrigin);
      session.announce();
      expect(take()).toEqual(
        targets.map((target) => [{ v: 1, type: "ready", tool: "noise-remover" }, target]),
      );
    }
  });

  it("refuses what does not fit its state", async () => {
    const { send, take, runs, settle } = openSession();
    await send({ v: 1, type: "start", id: 1 });
    await send({ v: 1, type: "cancel", id: 2 });
    await send({ v: 1, type: "open", id: 3, file: new Blob(["noise"]) });
    await send({ v: 1, type: "start", id: 4 });
    await send({ v: 1, type: "set", id: 5, values: { stength: 1 } });
    await send(open(6));
    await send({ v: 1, type: "start", id: 7 });
    await send({ v: 1, type: "start", id: 8 });
    await send({ ...open(9) });
    await send({ v: 1, type: "set", id: 10, values: { strength: 1 } });
    await send({ v: 1, type: "cancel", id: 11 });
    runs[0]!.onProgress({ done: 0.9 });
    await send({ v: 1, type: "start", id: 12 });
    runs[1]!.end.reject(new Error("no memory"));
    await settle();
    expect(take().map(([{ id, ...rest }]) => [id, "code" in rest ? rest.code : rest.type])).toEqual(
      [
        [1, "no-file"],
        [2, "idle"],
        [3, "unreadable"],
        [4, "no-file"],
        [5, "value"],
        [6, "opened"],
        [8, "busy"],
        [9, "busy"],
        [10, "busy"],
        [7, "canceled"],
        [12, "failed"],
      ],
    );
    // Settings that were refused leave the earlier ones.
    expect(runs.map(({ settings }) => settings)).toEqual([{ values: {} }, { values: {} }]);
  });

  it("starts again after a failure, and one run at a time after a cancellation", async () => {
    const { send, take, runs, settle } = openSession();
    await send(open(1));
    await send({ v: 1, type: "start", id: 2 });
    runs[0]!.end.reject(new Error("no memory"));
    await settle();
    await send({ v: 1, type: "start", id: 3 });
    await send({ v: 1, type: "cancel" });
    await send({ v: 1, type: "start", id: 4 });
    await send({ v: 1, type: "start", id: 5 });
    expect(take().map(([{ id, ...rest }]) => [id, "code" in rest ? rest.code : rest.type])).toEqual(
      [
        [1, "opened"],
        [2, "failed"],
        [3, "canceled"],
        [5, "busy"],
      ],
    );
    expect(runs).toHaveLength(3);
  });

  it("keeps the file that was opened last, however long each takes to read", async () => {
    const { session, take, runs, send, parent } = openSession();
    session.receive({ origin: FORUM, source: parent, data: { ...open(1), name: "first.wav" } });
    session.receive({ origin: FORUM, source: parent, data: open(2) });
    await vi.waitFor(async () => {
      await send({ v: 1, type: "start", id: 3 });
      expect(runs.map(({ name }) => name)).toEqual(["talk.wav"]);
    });
    expect(take().map(([message]) => message)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, code: "replaced" }),
        expect.objectContaining({ id: 2, name: "talk.wav" }),
      ]),
    );
  });
});

describe("TLS-17 what the visitor does in the frame", () => {
  const OWN = new File(["my diary"], "diary.wav");

  it("stays in the frame with a file of the visitor, until the visitor sends the result", async () => {
    const { controller, session, send, take, runs, settle } = openSession(FORUM);
    await controller.open(OWN, "visitor");
    await send({ v: 1, type: "start", id: 1 });
    expect(take()).toMatchObject([[{ id: 1, code: "no-file" }, FORUM]]);
    const done = controller.start({ by: "visitor" });
    await settle();
    runs[0]!.onProgress({ done: 0.5 });
    await send({ v: 1, type: "cancel", id: 2 });
    await send({ v: 1, type: "start", id: 3 });
    runs[0]!.end.resolve(DONE);
    const outcome = await done;
    expect(take().map(([message]) => message)).toMatchObject([
      { id: 2, code: "idle" },
      { id: 3, code: "busy" },
    ]);
    session.handOver(outcome);
    expect(take()).toEqual([[{ v: 1, type: "result", files: [CLEAN], own: true }, FORUM]]);
  });

  it("gives the page the result of its own file, and says that nothing was changed", async () => {
    const { controller, send, take, runs, settle } = openSession(FORUM);
    await send(open(1));
    void controller.start({ by: "visitor" });
    await settle();
    runs[0]!.end.resolve({ ...DONE, unchanged: "panel-kit:nothing.any" });
    await settle();
    expect(take().slice(1)).toEqual([
      [{ v: 1, type: "result", files: [CLEAN], unchanged: true }, FORUM],
    ]);
  });

  it("ends a run of the page, which gets an error", async () => {
    const { controller, send, take, settle } = openSession();
    await send(open(1));
    await send({ v: 1, type: "start", id: 2 });
    expect(controller.cancel("visitor")).toBe(true);
    await settle();
    await send({ v: 1, type: "cancel", id: 3 });
    expect(take().map(([message]) => message)).toMatchObject([
      { id: 1, type: "opened" },
      { id: 2, code: "canceled" },
      { id: 3, code: "idle" },
    ]);
    expect(controller.store.getState()).toMatchObject({ run: null, outcome: null, failure: null });
  });

  it("takes the place of a file of the page, which can no longer use it", async () => {
    const { controller, send, take, runs } = openSession();
    await send(open(1));
    await controller.open(OWN, "visitor");
    await send({ v: 1, type: "start", id: 2 });
    expect(take().map(([message]) => message)).toMatchObject([
      { id: 1, type: "opened" },
      { id: 2, code: "no-file" },
    ]);
    expect(runs).toEqual([]);
  });
});

describe("TLS-17 the limits of a frame", () => {
  it("refuse files that are too large before they are read, and sounds that are too long", async () => {
    const { controller, send, take } = openSession();
    const huge = new File(["noise"], "huge.wav");
    Object.defineProperty(huge, "size", { value: MAX_BYTES + 1 });
    await expect(controller.open(huge, "visitor")).rejects.toMatchObject({ code: "too-large" });
    await send({ v: 1, type: "open", id: 1, file: new Blob(["hours"]) });
    await send({ v: 1, type: "start", id: 2 });
    expect(take().map(([message]) => message)).toMatchObject([
      { id: 1, code: "too-large" },
      { id: 2, code: "no-file" },
    ]);
    expect(controller.store.getState()).toMatchObject({
      input: null,
      failure: { code: "too-large" },
    });
  });

  it("report the height once for each change, to the listed parent alone", () => {
    const { session, take } = openSession(COURSE);
    for (const height of [300, 300, 420]) session.reportHeight(height);
    expect(take()).toEqual([
      [{ v: 1, type: "size", height: 300 }, COURSE],
      [{ v: 1, type: "size", height: 420 }, COURSE],
    ]);
    const other = openSession(OTHER);
    other.session.reportHeight(300);
    expect(other.take()).toEqual([]);
  });

  it("end the run when the frame is removed", async () => {
    const { session, send, take } = openSession();
    await send(open(1));
    await send({ v: 1, type: "start", id: 2 });
    session.close();
    await vi.waitFor(() => expect(take().at(-1)?.[0]).toMatchObject({ id: 2, code: "canceled" }));
  });
});

describe("TLS-17 a hostile message", () => {
  const cycle: { v: number; type: string; self?: unknown } = { v: 1, type: "start" };
  cycle.self = cycle;
  const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`) as unknown;
  const VALUES: readonly unknown[] = [
    undefined,
    null,
    true,
    -1,
    1.5,
    NaN,
    Infinity,
    2n ** 70n,
    "",
    "start",
    "\u0000",
    "\u202egpj.exe",
    "a/b",
    "x".repeat(100_000),
    [],
    [1, [2]],
    {},
    new Map([["v", 1]]),
    new Date(0),
    new Error("x"),
    /x/,
    new Uint8Array(4),
    new ArrayBuffer(0),
    new Blob([]),
    JSON.parse('{"__proto__":{"v":1},"constructor":1}'),
    Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at])),
    { strength: { deep: 1 } },
    { strength: null },
    { strength: Array.from({ length: 1_001 }, () => [0, 1]) },
    cycle,
    deep,
  ];
  const VALID = [
    open(1),
    { v: 1, type: "set", id: 1, values: { strength: 1 }, output: { format: "wav" } },
    { v: 1, type: "start", id: 1 },
    { v: 1, type: "cancel", id: 1 },
  ];

  it("is answered with an error and changes nothing", () => {
    const { session, parent, take, runs } = openSession();
    const required = new Set(["v", "type", "file", "values"]);
    const random = createSeededRandom("embed");
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const hostile: unknown[] = [...VALUES];
    for (const valid of VALID) {
      hostile.push({ ...valid, extra: 1 }, { ...valid, v: 2 }, [valid], JSON.stringify(valid));
      for (const key of Object.keys(valid)) {
        if (required.has(key))
          hostile.push(Object.fromEntries(Object.entries(valid).filter(([name]) => name !== key)));
        for (const value of VALUES) hostile.push({ ...valid, [key]: value });
      }
      // Several faults in one message.
      for (let count = 0; count < 300; count++)
        hostile.push({
          ...valid,
          [pick(Object.keys(valid))]: pick(VALUES),
          [`x${count}`]: pick(VALUES),
        });
    }
    let refused = 0;
    for (const data of hostile) {
      if ("request" in readRequest(data)) continue;
      refused += 1;
      session.receive({ origin: FORUM, source: parent, data });
      expect(take()).toMatchObject([
        [{ v: 1, type: "error", code: expect.stringMatching(/^(?:malformed|version)$/) }, FORUM],
      ]);
    }
    // The rest have a valid optional field, such as an empty id, or values that are a plain object.
    expect(hostile.length - refused).toBeLessThan(40);
    expect(refused).toBeGreaterThan(1_500);
    expect(runs).toEqual([]);
  });

  it("of a later version is told apart, and only a valid id is repeated", () => {
    expect(readRequest({ v: 2, type: "start", id: 7 })).toEqual({ code: "version", id: 7 });
    expect(readRequest({ v: 1, type: "stop", id: "x" })).toEqual({ code: "malformed", id: "x" });
    for (const id of [{}, "x".repeat(65), -1, 0.5, null])
      expect(readRequest({ v: 1, type: "start", id })).toEqual({ code: "malformed" });
  });
});
