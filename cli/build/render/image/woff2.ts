import zlib from "node:zlib";
import { readGlyphs } from "./woff2-glyphs.ts";
import { FontReader } from "./woff2-reader.ts";

/** Known table tags, four letters each, by index (WOFF2, section 5.1). */
const TAGS =
  "cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtxBASEGDEFGPOSGSUBEBSCJSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmortmorxopbdproptrakZapfSilfGlatGlocFeatSill";
const OWN_TAG = 63;
/** Tables whose version 0 is the transformed format. */
const isGlyphs = (tag: string): boolean => tag === "glyf" || tag === "loca";

/**
 * Decompresses a WOFF2 font into the tables that a shaper reads (W3C Recommendation WOFF2,
 * 2024-08-08).
 * @throws RangeError if the data is not WOFF2 or is a font collection
 */
export function unpackWoff2(data: Buffer): Buffer {
  if (data.toString("latin1", 0, 4) !== "wOF2") throw new RangeError("the file is no WOFF2 font");
  const reader = new FontReader(data);
  reader.at = 4;
  const flavor = reader.u32();
  if (flavor === 0x74746366) throw new RangeError("the file holds several fonts");
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const packed = reader.u32();
  reader.at = 48;
  const rows = Array.from({ length: count }, () => {
    const flags = reader.u8();
    const at = (flags & OWN_TAG) * 4;
    const tag =
      (flags & OWN_TAG) === OWN_TAG ? reader.take(4).toString("latin1") : TAGS.slice(at, at + 4);
    const isTransformed = isGlyphs(tag) ? flags >> 6 === 0 : flags >> 6 !== 0;
    const length = reader.base128();
    return { tag, isTransformed, length: isTransformed ? reader.base128() : length };
  });
  const content = new FontReader(zlib.brotliDecompressSync(reader.take(packed)));
  const tables = new Map<string, Buffer>();
  const transformed = new Set<string>();
  for (const { tag, isTransformed, length } of rows) {
    tables.set(tag, content.take(length));
    if (isTransformed) transformed.add(tag);
  }
  if (transformed.has("glyf")) restoreGlyphs(tables, transformed.has("hmtx"));
  return joinTables(flavor, tables);
}

function restoreGlyphs(tables: Map<string, Buffer>, restoreMetrics: boolean): void {
  const { glyf, offsets, leftSides } = readGlyphs(tables.get("glyf")!);
  const loca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, at) => loca.writeUInt32BE(offset, at * 4));
  const head = Buffer.from(tables.get("head")!);
  head.writeInt16BE(1, 50); // Four-byte offsets.
  if (restoreMetrics) {
    const ofGlyphs = tables.get("hhea")!.readUInt16BE(34);
    tables.set("hmtx", readMetrics(tables.get("hmtx")!, ofGlyphs, leftSides));
  }
  tables.set("glyf", glyf).set("loca", loca).set("head", head);
}

/**
 * Advance widths and left side bearings; omitted bearings are taken from the outlines (section
 * 5.4).
 */
function readMetrics(data: Buffer, widths: number, leftSides: readonly number[]): Buffer {
  const reader = new FontReader(data);
  const flags = reader.u8();
  const advances = Array.from({ length: widths }, () => reader.u16());
  const sides = leftSides.map((side, at) => (flags & (at < widths ? 1 : 2) ? side : reader.i16()));
  const table = Buffer.alloc(widths * 2 + sides.length * 2);
  let at = 0;
  sides.forEach((side, glyph) => {
    if (glyph < widths) at = table.writeUInt16BE(advances[glyph]!, at);
    at = table.writeInt16BE(side, at);
  });
  return table;
}

/**
 * Assembles a font file from a directory and its tables. Checksums are omitted, because no reader
 * checks them.
 */
function joinTables(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...tables.keys()].sort();
  const directory = Buffer.alloc(12 + names.length * 16);
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(names.length, 4);
  const parts: Buffer[] = [directory];
  let end = directory.length;
  names.forEach((name, at) => {
    const table = tables.get(name)!;
    const row = 12 + at * 16;
    directory.write(name, row, "latin1");
    directory.writeUInt32BE(end, row + 8);
    directory.writeUInt32BE(table.length, row + 12);
    const padding = -table.length & 3;
    parts.push(table, Buffer.alloc(padding));
    end += table.length + padding;
  });
  return Buffer.concat(parts);
}
