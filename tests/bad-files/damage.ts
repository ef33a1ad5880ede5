import { join, latin, put, randomBytes } from "./bytes.ts";
import type { ExpectedResult } from "./cases.ts";

export interface Damage {
  readonly name: string;
  readonly expected: readonly ExpectedResult[];
  readonly change: (bytes: Uint8Array) => Uint8Array;
}

const NOTHING_FOUND: readonly ExpectedResult[] = [
  "unreadable",
  "unsupported",
  "noSamples",
  "damaged",
];
/** What a decoder makes of damage is its own: it conceals some, and refuses the rest. */
const EITHER: readonly ExpectedResult[] = ["fine", ...NOTHING_FOUND];

const first = (share: number) => (bytes: Uint8Array) =>
  bytes.slice(0, Math.floor(bytes.length * share));
const middle = (bytes: Uint8Array, other: (count: number) => Uint8Array): Uint8Array =>
  put(bytes, bytes.length >> 2, other(bytes.length >> 1));
const words = latin(
  "Dear Sir or Madam,\r\nthis is what we spoke of on Monday. Yours sincerely.\r\n".repeat(30),
);

/** What can happen to a file of any format. */
export const DAMAGES: readonly Damage[] = [
  { name: "empty", expected: ["empty"], change: () => new Uint8Array(0) },
  { name: "one-byte", expected: NOTHING_FOUND, change: (bytes) => bytes.slice(0, 1) },
  { name: "four-bytes", expected: NOTHING_FOUND, change: (bytes) => bytes.slice(0, 4) },
  { name: "twelve-bytes", expected: NOTHING_FOUND, change: (bytes) => bytes.slice(0, 12) },
  { name: "begin-of-header", expected: EITHER, change: (bytes) => bytes.slice(0, 64) },
  { name: "tenth", expected: EITHER, change: first(0.1) },
  { name: "half", expected: EITHER, change: first(0.5) },
  { name: "last-bytes-missing", expected: EITHER, change: (bytes) => bytes.slice(0, -3) },
  { name: "zeros", expected: NOTHING_FOUND, change: (bytes) => new Uint8Array(bytes.length) },
  { name: "ones", expected: NOTHING_FOUND, change: (bytes) => bytes.map(() => 0xff) },
  // Random bytes may hold what looks like a frame.
  { name: "random", expected: EITHER, change: (bytes) => randomBytes(bytes.length, 77) },
  { name: "text", expected: ["foreign"], change: () => words },
  {
    name: "hole",
    expected: EITHER,
    change: (bytes) => middle(bytes, (count) => new Uint8Array(count)),
  },
  {
    name: "noise-in-the-middle",
    expected: EITHER,
    change: (bytes) => middle(bytes, (count) => randomBytes(count, 5)),
  },
  {
    name: "flipped-bits",
    expected: EITHER,
    change: (bytes) => bytes.map((byte, at) => (at > 200 && at % 97 === 0 ? byte ^ 0x24 : byte)),
  },
  {
    name: "flipped-header",
    expected: EITHER,
    change: (bytes) => bytes.map((byte, at) => (at < 64 ? byte ^ 0x55 : byte)),
  },
  {
    name: "header-twice",
    expected: EITHER,
    change: (bytes) => join(bytes.slice(0, bytes.length >> 1), bytes),
  },
  {
    name: "page-of-the-web-at-its-end",
    expected: EITHER,
    change: (bytes) => join(bytes.slice(0, bytes.length >> 1), "<html>504 Gateway Time-out</html>"),
  },
  {
    name: "zeros-before",
    expected: EITHER,
    change: (bytes) => join(new Uint8Array(4096), bytes),
  },
];
