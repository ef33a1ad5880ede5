import { fromBase64 } from "../../encoding/base64.ts";
import { denseFloats, type DenseLayer } from "../../nets/dense-kernel.ts";

export interface LayerShape {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Decodes layers: 8-bit weights row by row for each layer, then scales and biases of each layer's
 * rows (base64).
 */
export function readLayers(text: string, shapes: readonly LayerShape[]): readonly DenseLayer[] {
  const bytes = fromBase64(text);
  const count = shapes.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  const whole = new Int8Array(bytes.buffer, 0, count);
  const numbers = new Float32Array(bytes.slice(count).buffer);
  let [byte, number] = [0, 0];
  const take = (length: number) => numbers.subarray(number, (number += length));
  return shapes.map(({ rows, columns }): DenseLayer => {
    const steps = whole.subarray(byte, (byte += rows * columns));
    const [scales, biases] = [take(rows), take(rows)];
    const weights = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const scale = scales[row]!;
      for (let i = row * columns; i < (row + 1) * columns; i++) weights[i] = steps[i]! * scale;
    }
    return { weights, biases, columns };
  });
}

/** Floats that layers allocate in a memory, including their inputs. */
export const layerFloats = (shapes: readonly LayerShape[]): number =>
  shapes.reduce((sum, { rows, columns }) => sum + denseFloats(rows, columns) + columns + 8, 0);
