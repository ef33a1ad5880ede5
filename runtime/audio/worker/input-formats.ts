import { ALL_FORMATS, HlsInputFormat } from "mediabunny";

/** All kinds of files but lists of other addresses: a file that was chosen must not fetch others. */
export const INPUT_FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));
