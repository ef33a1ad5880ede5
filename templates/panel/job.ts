import type { JobRunner } from "{{runtime}}/contract/job-runner.ts";

/** CRC-32 of each byte (IEEE 802.3, reflected polynomial EDB88320). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Writes a text with the checksum of each file. It reads in chunks, so that files of any length need little memory. */
const run: JobRunner<{ readonly capitals: boolean }> = async (job) => {
  const { files, params, signal, onProgress, sink } = job;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let read = 0;
  const lines: string[] = [];
  for (const file of files) {
    let crc = 0xffffffff;
    const count = new WritableStream<Uint8Array>({
      write(bytes) {
        for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
        read += bytes.length;
        onProgress({ done: total === 0 ? null : read / total, stage: "panel-{{id}}:reading" });
      },
    });
    await file.stream().pipeTo(count, { signal });
    const digits = (~crc >>> 0).toString(16).padStart(8, "0");
    lines.push(`${file.name} ${params.capitals ? digits.toUpperCase() : digits}\n`);
  }
  const result = await sink(`${files[0]?.name ?? "files"}.sfv`, "text/plain");
  await new Blob(lines).stream().pipeTo(result, { signal });
  return [await result.finish()];
};
export default run;
