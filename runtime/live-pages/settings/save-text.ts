/** Milliseconds until the browser has surely taken the file. */
const TAKEN_AFTER = 60_000;

/** Saves a text as a file of its own. */
export function saveText(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_AFTER);
}

/** What files of this site's account begin with: "Fermata Audio" is "fermata-audio". */
export const fileNameOf = (siteName: string): string =>
  siteName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
