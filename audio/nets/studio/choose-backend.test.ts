import { beforeEach, expect, it } from "vitest";
import type { NetSession } from "../net-session.ts";
import {
  type Backend,
  type BackendDeps,
  type BackendInfo,
  openOnBestBackend,
} from "./choose-backend.ts";
import { levelsMatch } from "../stems/self-test.ts";
import { WrongNetError } from "./verify-net.ts";

let opened: Backend[];
let closed: Backend[];
let reported: BackendInfo[];
let verdicts: Map<string, boolean>;
let clock = 0;
/** Gain that the GPU applies; null: it fails. */
let card: number | null;
let processor: number;

const sessionOf = (backend: Backend): NetSession => ({
  async run() {
    const factor = backend === "wasm" ? processor : card;
    if (factor === null) throw new Error("device lost");
    return { y: { data: Float32Array.of(factor), dims: [1] } };
  },
  close: async () => void closed.push(backend),
});
const valueOf = async (session: NetSession): Promise<number> =>
  (await session.run({}))["y"]!.data[0]!;
const open = (change: Partial<BackendDeps<NetSession>> = {}) =>
  openOnBestBackend({
    adapter: async () => "card",
    open: async (backend) => {
      opened.push(backend);
      return sessionOf(backend);
    },
    measure: async (session) => [await valueOf(session)],
    expected: [2],
    isSame: levelsMatch,
    now: () => (clock += 250),
    verdicts: {
      read: async (adapter) => verdicts.get(adapter) ?? null,
      write: async (adapter, right) => void verdicts.set(adapter, right),
    },
    processor: "processor",
    forceProcessor: false,
    threads: 4,
    onBackend: (runs) => reported.push(runs),
    timeout: () => new Promise(() => {}),
    ...change,
  });
const PROCESSOR = { backend: "wasm", threads: 4 };

beforeEach(() => {
  opened = [];
  closed = [];
  reported = [];
  verdicts = new Map();
  card = 2;
  processor = 2;
});

it("TLS-5 a card that answers as is known is used, and not asked again", async () => {
  expect(await valueOf(await open())).toBe(2);
  expect([opened, verdicts.get("card")]).toEqual([["webgpu"], true]);
  let attempts = 0;
  await open({ measure: async () => [++attempts] });
  expect(attempts).toBe(0);
  expect(reported).toEqual(
    Array.from({ length: 2 }, () => ({ backend: "webgpu", threads: 1, reason: null })),
  );
});

it("TLS-5 where no answer is known, the processor's is asked for", async () => {
  await open({ expected: null });
  expect([opened, closed, verdicts.get("card")]).toEqual([["webgpu", "wasm"], ["wasm"], true]);
});

it.each([[3], [Number.NaN]])(
  "TLS-5 a card that answers %s is not used, now or later, and it is said",
  async (factor) => {
    card = factor;
    expect(await valueOf(await open())).toBe(2);
    expect([closed, verdicts.get("card"), reported]).toEqual([
      ["webgpu"],
      false,
      [{ ...PROCESSOR, reason: "wrong" }],
    ]);
    opened = [];
    await open();
    expect([opened, reported.at(-1)]).toEqual([["wasm"], { ...PROCESSOR, reason: "wrong" }]);
  },
);

it("TLS-5 a card that breaks off at the first try is not used, and may be tried another day", async () => {
  card = null;
  expect(await valueOf(await open())).toBe(2);
  expect([closed, verdicts, reported]).toEqual([
    ["webgpu"],
    new Map([["processor", true]]),
    [{ ...PROCESSOR, reason: "failed" }],
  ]);
});

it.each(["opens", "answers"] as const)(
  "TLS-5 a card that never %s is left alone after a while, and may be tried another day",
  async (what) => {
    const never = new Promise<never>(() => {});
    const found = await open({
      timeout: async () => {},
      open: async (backend) => {
        opened.push(backend);
        return what === "opens" && backend === "webgpu"
          ? never
          : { ...sessionOf(backend), close: () => never };
      },
      measure: async (session) => (opened.at(-1) === "webgpu" ? never : [await valueOf(session)]),
    });
    expect(await valueOf(found)).toBe(2);
    expect([opened, verdicts.get("card"), reported]).toEqual([
      ["webgpu", "wasm"],
      undefined,
      [{ ...PROCESSOR, reason: "failed" }],
    ]);
  },
);

it("TLS-5 one that breaks off on the way is replaced by the processor, which does it again", async () => {
  const session = await open();
  card = null;
  expect([await valueOf(session), await valueOf(session)]).toEqual([2, 2]);
  expect([opened, reported.at(-1)]).toEqual([
    ["webgpu", "wasm"],
    { ...PROCESSOR, reason: "failed" },
  ]);
  await session.close();
  expect(closed).toEqual(["webgpu", "wasm"]);
});

it("TLS-5 without a card, or where it cannot open the net, the processor does it", async () => {
  await open({ adapter: async () => null });
  await open({
    open: async (backend) => {
      if (backend === "webgpu") throw new Error("no such operator");
      return sessionOf(backend);
    },
  });
  expect(reported).toEqual([
    { ...PROCESSOR, reason: "no-adapter" },
    { ...PROCESSOR, reason: "failed" },
  ]);
});

it("TLS-5 uses and reports a requested processor, regardless of graphics cards", async () => {
  expect(await valueOf(await open({ forceProcessor: true }))).toBe(2);
  expect([opened, reported]).toEqual([["wasm"], [{ ...PROCESSOR, reason: "asked" }]]);
});

it.each([
  [3, [2]],
  [Number.NaN, [2]],
  [Number.NaN, null],
  [0, null],
])(
  "TLS-5 a processor that answers %s where %j is known is not used, now or later",
  async (factor, expected) => {
    processor = factor;
    await expect(open({ forceProcessor: true, expected })).rejects.toThrow(WrongNetError);
    expect([closed, verdicts, reported]).toEqual([["wasm"], new Map([["processor", false]]), []]);
    processor = 2;
    await expect(open({ forceProcessor: true, expected })).rejects.toThrow(WrongNetError);
    expect([opened, closed, reported]).toEqual([["wasm", "wasm"], ["wasm", "wasm"], []]);
  },
);

it("TLS-5 a processor that has answered as is known is not asked again", async () => {
  await open({ forceProcessor: true });
  let runs = 0;
  await open({ forceProcessor: true, measure: async () => [++runs] });
  expect([runs, verdicts]).toEqual([0, new Map([["processor", true]])]);
});

it("TLS-5 one that breaks off at the known sound is closed, and may be tried another day", async () => {
  const measure = async () => {
    throw new Error("out of memory");
  };
  await expect(open({ forceProcessor: true, measure })).rejects.toThrow("out of memory");
  expect([closed, verdicts.size, reported]).toEqual([["wasm"], 0, []]);
});
