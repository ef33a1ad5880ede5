import zlib from "node:zlib";

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
