/** A mono 16-bit WAV file with a tone. */
export function toneOf({
  seconds,
  rate = 8000,
  hertz = 440,
}: {
  readonly seconds: number;
  /** Samples a second. */
  readonly rate?: number;
  readonly hertz?: number;
}): Buffer {
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + 2 * samples);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + 2 * samples, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(2 * rate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(2 * samples, 40);
  for (let at = 0; at < samples; at++)
    file.writeInt16LE(
      Math.round(10_000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
      44 + 2 * at,
    );
  return file;
}
