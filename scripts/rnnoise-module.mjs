// RNNoise as the package @shiguredo/rnnoise-wasm has it inside its script: what its weights are taken
// from, and what our own net is held to.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const refuse = () => {
  throw new Error("RNNoise was not given what it expects.");
};

/** The functions and the memory of the package's module. */
export function openRnnoiseModule() {
  const script = readFileSync(
    fileURLToPath(import.meta.resolve("@shiguredo/rnnoise-wasm")),
    "utf8",
  );
  // The longest run of base64 that begins as every module does.
  const [found] = Array.from(script.matchAll(/AGFzbQ[\w+/]*={0,2}/g), ([text]) => text).sort(
    (a, b) => b.length - a.length,
  );
  if (found === undefined) throw new Error("The package has no WebAssembly in its script.");
  const { exports } = new WebAssembly.Instance(
    new WebAssembly.Module(Buffer.from(found, "base64")),
    {
      env: { __assert_fail: refuse, emscripten_resize_heap: refuse },
      wasi_snapshot_preview1: { fd_write: refuse },
    },
  );
  exports.__wasm_call_ctors();
  return exports;
}
