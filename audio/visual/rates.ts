/** Moments of a trace a second. */
export const TRACE_RATE = 60;
/** Parts of a second whose loudest samples a trace has. */
export const PEAK_RATE = 120;
/** Steps of levels, in dB below a sine at full scale. */
export const TRACE_LEVELS = { lowest: -100, perDecibel: 2 } as const;
