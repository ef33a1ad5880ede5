import * as crypto from "node:crypto";
import { promisify } from "node:util";
import { type Passwords, TooBusy } from "../deps/passwords.ts";

/** Cost parameters of argon2id: memory in KiB, passes, lanes. */
const ARGON = { memory: 19_456, passes: 2, parallelism: 1 } as const;
/** Cost parameters of scrypt, for Node without argon2: log2 of N, r, p. */
const SCRYPT = { ln: 17, r: 8, p: 1 } as const;
const SALT = 16;
const LENGTH = 32;
/** Maximum number of concurrent hashes: each needs memory and a thread. */
const AT_ONCE = 2;
/** Maximum number of queued hashes for each concurrent one; more would take too long. */
const WAITING = 50;

interface Argon2 {
  argon2?: (
    algorithm: "argon2id",
    parameters: {
      message: Uint8Array;
      nonce: Uint8Array;
      parallelism: number;
      tagLength: number;
      memory: number;
      passes: number;
    },
    callback: (error: Error | null, tag: Buffer) => void,
  ) => void;
}
const { argon2 } = crypto as unknown as Argon2;
const scrypt = promisify<crypto.BinaryLike, Uint8Array, number, crypto.ScryptOptions, Buffer>(
  crypto.scrypt,
);

/** NFC, so that a password typed on another operating system has the same bytes. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize("NFC"));
const encode = (bytes: Buffer): string => bytes.toString("base64").replace(/(?<!=)=+$/, "");

interface Costs {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

function argon(password: string, salt: Buffer, costs: Costs): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  argon2!(
    "argon2id",
    { message: bytesOf(password), nonce: salt, tagLength: LENGTH, ...costs },
    (error, tag) => (error ? reject(error) : resolve(tag)),
  );
  return promise;
}

const scrypted = (
  password: string,
  salt: Buffer,
  { ln, r, p }: { readonly ln: number; readonly r: number; readonly p: number },
): Promise<Buffer> => {
  const N = 2 ** ln;
  return scrypt(bytesOf(password), salt, LENGTH, { N, r, p, maxmem: 256 * N * r });
};

const NUMBERS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const SCRYPT_NUMBERS = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** The part of a PHC string before the salt. */
const frontOf = (hasArgon: boolean): string =>
  hasArgon
    ? `$argon2id$v=19$m=${ARGON.memory},t=${ARGON.passes},p=${ARGON.parallelism}$`
    : `$scrypt$ln=${SCRYPT.ln},r=${SCRYPT.r},p=${SCRYPT.p}$`;

async function make(password: string, hasArgon: boolean): Promise<string> {
  const salt = crypto.randomBytes(SALT);
  const tag = await (hasArgon ? argon(password, salt, ARGON) : scrypted(password, salt, SCRYPT));
  return `${frontOf(hasArgon)}${encode(salt)}$${encode(tag)}`;
}

async function matches(password: string, hash: string): Promise<boolean> {
  const isScrypt = hash.startsWith("$scrypt$");
  const parts = (isScrypt ? SCRYPT_NUMBERS : NUMBERS).exec(hash);
  if (!parts) throw new Error("A password's hash is damaged");
  const [a, b, c] = parts.slice(1, 4).map(Number) as [number, number, number];
  const salt = Buffer.from(parts[4]!, "base64");
  const expected = Buffer.from(parts[5]!, "base64");
  const found = isScrypt
    ? await scrypted(password, salt, { ln: a, r: b, p: c })
    : await argon(password, salt, { memory: a, passes: b, parallelism: c });
  return found.length === expected.length && crypto.timingSafeEqual(found, expected);
}

interface PasswordOptions {
  readonly hasArgon?: boolean;
  readonly atOnce?: number;
  readonly canWait?: number;
}

/**
 * Hashes passwords with argon2id, with limited concurrency.
 * @param options.hasArgon false: uses scrypt, for Node before 24.7
 */
export function createPasswords({
  hasArgon = argon2 !== undefined,
  atOnce = AT_ONCE,
  canWait = WAITING * atOnce,
}: PasswordOptions = {}): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= canWait) throw new TooBusy("Too many passwords at once");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }
  const front = frontOf(hasArgon);
  // Decoy hash for unknown addresses, so that verification takes the same time.
  const decoy = `${front}${encode(crypto.randomBytes(SALT))}$${encode(crypto.randomBytes(LENGTH))}`;
  return {
    hash: (password) => inTurn(() => make(password, hasArgon)),
    verify: (password, hash) =>
      inTurn(async () => {
        const isEqual = await matches(password, hash ?? decoy);
        return isEqual && hash !== null;
      }),
    isOutdated: (hash) => !hash.startsWith(front),
    waiting: () => waiting.length,
  };
}
