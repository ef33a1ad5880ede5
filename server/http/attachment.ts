/**
 * A `Content-Disposition` header with a title as file name: in ASCII for old clients, and in full
 * for others.
 */
export function attachmentOf(title: string, extension: string): string {
  const name = title
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .replaceAll(/["*/:<>?\\|%;]/g, "")
    .trim()
    .replace(/^\.+/, "")
    .slice(0, 80)
    .toWellFormed();
  const full = encodeURIComponent(`${name || "audio"}.${extension}`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, "").trim() || "audio";
  return `attachment; filename="${ascii}.${extension}"; filename*=UTF-8''${full}`;
}
