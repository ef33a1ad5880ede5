/**
 * Factor by which every decoder of Opus must multiply what it decodes: the output gain of the stream's
 * header, in units of 1/256 dB (RFC 7845, 5.1). R128 tags and ReplayGain are not applied: players do so
 * only where their user has asked for it, and the visitor of a tool has not.
 * @param head the identification header; empty where there is none, which means no gain
 */
export function opusGain(head: Uint8Array): number {
  if (head.length < 18) return 1;
  const decibels = new DataView(head.buffer, head.byteOffset).getInt16(16, true) / 256;
  return 10 ** (decibels / 20);
}
