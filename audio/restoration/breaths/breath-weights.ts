// Made by bench/audio/breaths/learn-breaths.ts.
export const BREATH_BIAS = 3.9995;
export const BREATH_WEIGHTS: readonly number[] = [
  25.386, 9.4623, -0.009231, -0.026561, -0.51582, 0.07103, 0.015776, 0.035675, -0.082637, 4.3892,
  4.5066, -8.2442, -3.6634, -17.043, 0.067057, 0.035449, -0.11817, 0.16803,
];
