/** Frames by which `@mediabunny/aac-encoder` (FFmpeg's AAC encoder) is late: it begins with one packet of its own. */
export const AAC_ENCODER_DELAY = 1024;
