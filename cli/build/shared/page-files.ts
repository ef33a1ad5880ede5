import { IMAGE_FILE } from "#core/page/image.ts";

const HTML = "index.html";
const PAYLOAD = "_payload.json";

const siblingOf = (out: string, name: string): string | null =>
  out.endsWith(HTML) ? out.slice(0, -HTML.length) + name : null;

/** Path of the payload of a page's HTML file; error pages have none. */
export const payloadOf = (out: string): string | null => siblingOf(out, PAYLOAD);

/** Path of the social image of a page's HTML file; error pages have none. */
export const imageOf = (out: string): string | null => siblingOf(out, IMAGE_FILE);

/** The HTML file of the page that a file belongs to, and the kind of the file. */
export function ownerOf(
  file: string,
): { readonly out: string; readonly is: "payload" | "image" } | undefined {
  for (const [name, is] of [
    [PAYLOAD, "payload"],
    [IMAGE_FILE, "image"],
  ] as const)
    if (file.endsWith(name)) return { out: file.slice(0, -name.length) + HTML, is };
  return undefined;
}
