/** Reads the numbers of a WOFF2 font sequentially. */
export class FontReader {
  readonly #bytes: Buffer;
  at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  u8(): number {
    return this.#bytes.readUInt8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.#bytes.readUInt16BE(this.at - 2);
  }
  i16(): number {
    this.at += 2;
    return this.#bytes.readInt16BE(this.at - 2);
  }
  u32(): number {
    this.at += 4;
    return this.#bytes.readUInt32BE(this.at - 4);
  }
  take(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new RangeError("a font's file is cut off");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
  /** `UIntBase128`: seven bits per byte, most significant first. */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError("a number in a font's file is longer than five bytes");
  }
  /** `255UInt16`: one byte for small values, up to three bytes otherwise. */
  short255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }
}
