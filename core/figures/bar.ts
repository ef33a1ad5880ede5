/** The bars that waveforms consist of, in CSS pixels, on pages and in the workspace. */
export const BAR = { width: 2, gap: 1 } as const;

/** Opacity of the peaks behind the level of a sound. */
export const PEAK_OPACITY = 0.45;
