export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Updates the state of a GRU in place (Cho 2014, with the reset after the product).
 * @param ofInput contribution of the input to the gates for reset and update and to the new state
 * @param ofState contribution of the state
 */
export function updateGru(ofInput: Float32Array, ofState: Float32Array, state: Float32Array): void {
  const units = state.length;
  for (let i = 0; i < units; i++) {
    const reset = logistic(ofInput[i]! + ofState[i]!);
    const update = logistic(ofInput[units + i]! + ofState[units + i]!);
    const fresh = Math.tanh(ofInput[2 * units + i]! + reset * ofState[2 * units + i]!);
    state[i] = fresh + update * (state[i]! - fresh);
  }
}
