/** Writes bytes at a position of a file; they may be modified after the promise has resolved. */
export type Write = (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
