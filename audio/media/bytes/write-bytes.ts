/** Takes bytes for a place of a file, counted from its beginning; they may be changed when it has resolved. */
export type Write = (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
