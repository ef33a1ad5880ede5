import zlib from "node:zlib";

/** A WAV file of 16 bits. @param sampleAt both sides at a time in seconds, −1 to 1 */
export function stereoWav(
  {
    seconds,
    rate,
    channels = 2,
  }: { readonly seconds: number; readonly rate: number; readonly channels?: 1 | 2 },
  sampleAt: (time: number) => readonly [number, number],
): Buffer {
  const count = Math.round(seconds * rate);
  const frame = 2 * channels;
  const file = Buffer.alloc(44 + frame * count);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + frame * count, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(frame * rate, 28);
  file.writeUInt16LE(frame, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(frame * count, 40);
  for (let at = 0; at < count; at++)
    for (const [side, value] of sampleAt(at / rate)
      .slice(0, channels)
      .entries())
      file.writeInt16LE(
        Math.round(32_767 * Math.max(-1, Math.min(1, value))),
        44 + frame * at + 2 * side,
      );
  return file;
}

/** Files of a ZIP, by their names, as its directory lists them. */
export function readZip(zip: Buffer): Readonly<Record<string, Buffer>> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const files: Record<string, Buffer> = {};
  for (let index = 0; index < count; index++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    const title = zip.toString("utf8", at + 46, at + 46 + name);
    files[title] = method === 0 ? bytes : zlib.inflateRawSync(bytes);
    at += 46 + name + extra + comment;
  }
  return files;
}
