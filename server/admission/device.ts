import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../deps/deps.ts";

/** Milliseconds for which a device is known. */
const KNOWN_FOR = 180 * 86_400_000;
const SIGNS = 22;

type DeviceDeps = Pick<Deps, "clock" | "random" | "settings">;

const sealOf = (
  { settings }: Pick<DeviceDeps, "settings">,
  address: string,
  front: string,
): string =>
  createHmac("sha256", settings.secret)
    .update(`device ${address} ${front}`)
    .digest("base64url")
    .slice(0, SIGNS);

/**
 * What a device shows to be counted apart from strangers, the next time that somebody signs in to the
 * account there. It opens nothing, and names nobody who could be read from it.
 */
export function makeDevice(deps: DeviceDeps, address: string): string {
  const until = (deps.clock() + KNOWN_FOR).toString(36);
  const front = `${until}.${deps.random.bytes(12).toString("base64url")}`;
  return `${front}.${sealOf(deps, address, front)}`;
}

/** What names a device on which an address has been signed in; null for any other one. */
export function readDevice(
  deps: Pick<DeviceDeps, "clock" | "settings">,
  address: string,
  text: string | undefined,
): string | null {
  const [until = "", nonce = "", seal = "", ...rest] = text?.split(".") ?? [];
  if (rest.length > 0) return null;
  const wanted = Buffer.from(sealOf(deps, address, `${until}.${nonce}`));
  const given = Buffer.from(seal);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return Number.parseInt(until, 36) > deps.clock() ? nonce : null;
}
