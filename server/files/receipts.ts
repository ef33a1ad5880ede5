import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { deriveKey } from "../deps/seal.ts";
import type { FileKey } from "../deps/settings.ts";

/** Why a file was erased. */
export type ErasureReason = "requested" | "job_ended" | "expired" | "account_deleted";

/** Content of a receipt. Times are epoch seconds. */
export interface ErasureReceipt {
  /** Origin of the site. */
  readonly iss: string;
  /** Time at which the receipt was issued. */
  readonly iat: number;
  /** Id of the file. */
  readonly file: string;
  /** Bytes of the file that were stored. */
  readonly bytes: number;
  /** SHA-256 of the digests (SHA-256) of the encrypted parts, in their order; in hexadecimal. */
  readonly sha256: string;
  readonly reason: ErasureReason;
  /** Time at which the only key that decrypts the file was deleted. */
  readonly key_destroyed_at: number;
  /** Time at which the object store had no object of the file any more; null: not yet. */
  readonly removed_at: number | null;
}

/** What precedes the 32 bytes of a private Ed25519 key (PKCS #8, DER). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const signingKey = ({ secret }: FileKey) =>
  createPrivateKey({
    key: Buffer.concat([PKCS8, deriveKey({ secret, purpose: "receipt" })]),
    format: "der",
    type: "pkcs8",
  });

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs a receipt with the current key: a JSON Web Signature (RFC 7515) with Ed25519. */
export function signReceipt(keys: readonly FileKey[], receipt: ErasureReceipt): string {
  const key = keys[0]!;
  const signed = `${encode({ alg: "EdDSA", typ: "JWT", kid: key.id })}.${encode(receipt)}`;
  return `${signed}.${sign(null, Buffer.from(signed), signingKey(key)).toString("base64url")}`;
}

/** Content of a receipt that this server has signed. */
export const contentOf = (receipt: string): ErasureReceipt =>
  JSON.parse(Buffer.from(receipt.split(".")[1]!, "base64url").toString()) as ErasureReceipt;

/** The public keys of receipts, as a JSON Web Key Set (RFC 7517). */
export const publicKeys = (keys: readonly FileKey[]): object => ({
  keys: keys.map((key) => {
    const { kty, crv, x } = createPublicKey(signingKey(key)).export({ format: "jwk" });
    return { kty, crv, x, kid: key.id, alg: "EdDSA", use: "sig" };
  }),
});
