import { createCipheriv, createDecipheriv } from "node:crypto";
import type { RandomSource } from "../deps/deps.ts";

const METHOD = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;
/** Bytes of a frame before encryption; the last one of a part may have fewer. */
export const FRAME = 64 * 1024;
/** Bytes that encryption adds to a frame: nonce and tag. */
export const OVERHEAD = NONCE + TAG;

/**
 * A part of a file. Each frame is authenticated together with these values, its position and
 * whether it is the last one of its part, so that a frame of another file, part or position, and
 * the end of a truncated part, are rejected.
 */
export interface PartId {
  readonly fileId: string;
  readonly name: string;
  /** Position of the part's first byte in the file. */
  readonly start: number;
  /** Bytes before encryption. */
  readonly bytes: number;
}

export const countFrames = (bytes: number): number => Math.ceil(bytes / FRAME);

const contextOf = ({ fileId, name, start, bytes }: PartId, index: number): Buffer => {
  const isLast = index === countFrames(bytes) - 1;
  return Buffer.from(`${fileId}/${name} ${start + index * FRAME} ${isLast ? "last" : "more"}`);
};

/**
 * Encrypts a part in frames: nonce, ciphertext, tag. Nonces are random, because a client that
 * resumes may send other bytes for the same position.
 */
export function encryptPart(
  key: Uint8Array,
  part: PartId,
  { bytes, random }: { readonly bytes: Uint8Array; readonly random: RandomSource },
): Uint8Array {
  const sealed = Buffer.allocUnsafe(bytes.length + countFrames(bytes.length) * OVERHEAD);
  let at = 0;
  for (let index = 0; index < countFrames(bytes.length); index++) {
    const nonce = random.bytes(NONCE);
    const cipher = createCipheriv(METHOD, key, nonce).setAAD(contextOf(part, index));
    at += nonce.copy(sealed, at);
    at += cipher.update(bytes.subarray(index * FRAME, (index + 1) * FRAME)).copy(sealed, at);
    at += cipher.final().copy(sealed, at);
    at += cipher.getAuthTag().copy(sealed, at);
  }
  return sealed;
}

/** @throws for a frame that was changed, or belongs to another file or position */
export function decryptFrame(
  key: Uint8Array,
  part: PartId,
  { index, sealed }: { readonly index: number; readonly sealed: Uint8Array },
): Buffer {
  const tagAt = sealed.length - TAG;
  if (tagAt < NONCE) throw new Error("A file's frame is truncated");
  const decipher = createDecipheriv(METHOD, key, sealed.subarray(0, NONCE));
  decipher.setAAD(contextOf(part, index)).setAuthTag(sealed.subarray(tagAt));
  const opened = decipher.update(sealed.subarray(NONCE, tagAt));
  return Buffer.concat([opened, decipher.final()]);
}
