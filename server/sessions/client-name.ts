/**
 * Programs by a pattern of their `User-Agent`; the first match counts, because most name others,
 * too.
 */
const PROGRAMS: readonly [RegExp, string][] = [
  [/^toolkit\b/, "toolkit"],
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/^(?=.*Safari\/).*\bVersion\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Label of a session in a list, such as "Firefox, Linux": names that are the same in all languages,
 * without versions or other details that could identify a device. Empty if neither is known.
 */
export function clientName(userAgent: string | null): string {
  const text = userAgent?.slice(0, 500) ?? "";
  const nameIn = (list: typeof PROGRAMS): string | undefined =>
    list.find(([mark]) => mark.test(text))?.[1];
  return [nameIn(PROGRAMS), nameIn(SYSTEMS)].filter(Boolean).join(", ");
}
