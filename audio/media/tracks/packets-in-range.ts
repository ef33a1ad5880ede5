import type { TimeRange } from "../../parameters.ts";

export interface Packet {
  /** Seconds */
  readonly timestamp: number;
  /** Seconds */
  readonly duration: number;
}

/** Access to the packets of a track. */
export interface Packets<P> {
  getPacket(time: number): Promise<P | null>;
  getFirstPacket(): Promise<P | null>;
  getNextPacket(packet: P): Promise<P | null>;
  packets(first: P): AsyncIterable<P>;
}

/**
 * Whole packets of a range: from the one that starts nearest to its start to the one that ends
 * nearest to its end; at least one, if there are any.
 */
export async function* packetsInRange<P extends Packet>(
  track: Packets<P>,
  [start, end]: TimeRange,
): AsyncGenerator<P, void, undefined> {
  const first = await firstPacket(track, start);
  if (!first) return;
  let isFirst = true;
  for await (const packet of track.packets(first)) {
    if (!isFirst && packet.timestamp + packet.duration / 2 > end) return;
    isFirst = false;
    yield packet;
  }
}

async function firstPacket<P extends Packet>(track: Packets<P>, start: number): Promise<P | null> {
  const packet = (await track.getPacket(start)) ?? (await track.getFirstPacket());
  if (!packet || start - packet.timestamp <= packet.duration / 2) return packet;
  return (await track.getNextPacket(packet)) ?? packet;
}
