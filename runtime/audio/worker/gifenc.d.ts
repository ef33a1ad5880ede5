/** Types of the functions that are used; the package has none. */
declare module "gifenc" {
  export type Palette = readonly (readonly [number, number, number])[];
  export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export interface Gif {
    /** @param options.delay in ms */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  export function GIFEncoder(): Gif;
}
