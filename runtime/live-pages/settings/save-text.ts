/** Time in ms after which the browser has read the blob. */
const TAKEN_AFTER = 60_000;

/** Saves a text as a file. */
export function saveText(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_AFTER);
}

/** Prefix of the names of account files: "Fermata Audio" becomes "fermata-audio". */
export const filePrefixOf = (siteName: string): string =>
  siteName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
