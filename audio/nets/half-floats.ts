/** Half floats (IEEE 754 binary16, little endian) as float32. */
export function readHalfFloats(bytes: ArrayBuffer): Float32Array {
  const view = new DataView(bytes);
  const values = new Float32Array(bytes.byteLength >> 1);
  for (let i = 0; i < values.length; i++) {
    const bits = view.getUint16(2 * i, true);
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size =
      exponent === 0
        ? fraction * 2 ** -24
        : exponent === 31
          ? fraction === 0
            ? Infinity
            : NaN
          : (1 + fraction / 1024) * 2 ** (exponent - 15);
    values[i] = bits & 0x8000 ? -size : size;
  }
  return values;
}
