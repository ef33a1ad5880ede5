/** Opens the browser's file picker. @param accept MIME types and file extensions, as in HTML */
export function chooseFile(accept: string, take: (file: File | undefined) => Promise<void>): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.addEventListener("change", () => void take(input.files?.[0]));
  input.click();
}
