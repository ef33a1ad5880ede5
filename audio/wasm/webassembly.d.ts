/**
 * The part of WebAssembly that neural networks, kernels and LAME use; every runtime has it, but the
 * `es2024` library does not declare it.
 */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
