import { type Source, CustomPathedSource, HLS_FORMATS, Input } from "mediabunny";

const LIST = "list.m3u8";

/**
 * Opens an HLS playlist whose parts are available locally and whose URIs are part numbers. Nothing
 * is fetched.
 * @param list the playlist
 * @param openPart opens a part by its number
 */
export const openPartedInput = (list: Source, openPart: (part: number) => Source): Input =>
  new Input({
    formats: HLS_FORMATS,
    source: new CustomPathedSource(LIST, ({ path, isRoot }) =>
      isRoot || path.endsWith(LIST) ? list : openPart(Number(path.split("/").at(-1))),
    ),
  });
