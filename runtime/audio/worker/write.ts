/** Takes bytes for a place of the result, counted from its beginning; resolves when there is room for more. */
export type Write = (position: number, data: Uint8Array<ArrayBuffer>) => Promise<void>;
