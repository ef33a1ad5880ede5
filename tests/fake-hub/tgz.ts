import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** @param type `0` a file, `5` a folder, `x` records of pax for what follows, `L` its long name */
function entry(path: string, data: Buffer, type = "0"): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${data.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, data, padding]);
}

/** A `.tgz` of files by path; paths of more than 100 bytes are stored in pax records. */
export function tgzOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = [entry("package/", Buffer.alloc(0), "5")];
  for (const [path, data] of Object.entries(files)) {
    if (path.length > 100) {
      const record = ` path=${path}\n`;
      const length = record.length + String(record.length + 3).length;
      parts.push(entry("PaxHeader", Buffer.from(`${length}${record}`), "x"));
    }
    parts.push(entry(path.slice(-100), data));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}
