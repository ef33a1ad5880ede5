/** SHA-256 of the files in `weights/`, as `models/registry.json` has them, too. */
export const CHECKSUMS: Readonly<Record<string, string>> = {
  "dtln.f16": "34346f00138ef5294801a67dd537998697e40b913fa975770abf05924bd6d745",
  "rnnoise.wasm": "b3b67c9eae8f0791aad468c708659e0850bb37b0fb9c8a8666f2d7b0b6869bc4",
};
