/** Encoder delay in frames of `@mediabunny/aac-encoder` (FFmpeg's AAC encoder): one packet. */
export const AAC_ENCODER_DELAY = 1024;
