/**
 * Output gain of an Opus stream, which every decoder must apply, as a factor; the header states it
 * in units of 1/256 dB (RFC 7845, 5.1). R128 tags and ReplayGain are not applied: players do so
 * only on user request.
 * @param head the identification header; empty for no gain
 */
export function opusGain(head: Uint8Array): number {
  if (head.length < 18) return 1;
  const decibels = new DataView(head.buffer, head.byteOffset).getInt16(16, true) / 256;
  return 10 ** (decibels / 20);
}
