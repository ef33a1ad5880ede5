import { createSeededRandom } from "#core/random.ts";

export interface Random {
  /** 0 to 1 */
  uniform(): number;
  /** Mean 0, variance 1 */
  normal(): number;
}

/** The same numbers for the same seed (Box and Muller). */
export function createRandom(seed: number): Random {
  const uniform = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}
