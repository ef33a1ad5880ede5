/** Converts half floats (IEEE 754 binary16, little endian) to float32. */
export function readHalfFloats(bytes: ArrayBuffer): Float32Array<ArrayBuffer> {
  const halves = new Uint8Array(bytes);
  const values = new Float32Array(bytes.byteLength >> 1);
  const bits = new Uint32Array(values.buffer);
  for (let i = 0; i < values.length; i++) {
    const half = halves[2 * i]! | (halves[2 * i + 1]! << 8);
    const exponent = (half >> 10) & 31;
    const sign = (half & 0x8000) << 16;
    if (exponent === 0) values[i] = (sign === 0 ? 1 : -1) * (half & 1023) * 2 ** -24;
    else bits[i] = sign | ((exponent === 31 ? 255 : exponent + 112) << 23) | ((half & 1023) << 13);
  }
  return values;
}
