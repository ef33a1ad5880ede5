/** SHA-256 of the files in `weights/`; the same values are in `models/registry.json`. */
export const CHECKSUMS: Readonly<Record<string, string>> = {
  "dtln.f16": "34346f00138ef5294801a67dd537998697e40b913fa975770abf05924bd6d745",
  "rnnoise.q8": "dd3926ad3daa26475d3e048a400f850d25b62e431809e42e7f5786ffaf2a2b90",
  "silero.f16": "79d6211b395814ab066eb9923efc206ac515ceed6359c95da65062be9019b0b5",
};
