/** Moments per second. */
export const TRACE_RATE = 60;
/** Peaks per second. */
export const PEAK_RATE = 120;
/** Quantization of levels in dB relative to a full-scale sine. */
export const TRACE_LEVELS = { lowest: -100, perDecibel: 2 } as const;
