import { type Source, CustomPathedSource, HLS_FORMATS, Input } from "mediabunny";

const LIST = "list.m3u8";

/**
 * Opens a media whose parts are at hand: a playlist of HLS, whose addresses are their numbers.
 * Nothing is fetched.
 * @param list the playlist
 * @param openPart by its number
 */
export const openPartedInput = (list: Source, openPart: (part: number) => Source): Input =>
  new Input({
    formats: HLS_FORMATS,
    source: new CustomPathedSource(LIST, ({ path, isRoot }) =>
      isRoot || path.endsWith(LIST) ? list : openPart(Number(path.split("/").at(-1))),
    ),
  });
