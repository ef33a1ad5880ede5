/** Programs by what their `User-Agent` has; the first that fits, since most name others, too. */
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
 * What a session is recognized by in a list, such as "Firefox, Linux": names that are the same in all
 * languages, no version, nothing that tells one device from another of its kind. Empty where neither
 * is known.
 */
export function clientName(userAgent: string | null): string {
  const text = userAgent?.slice(0, 500) ?? "";
  const nameIn = (list: typeof PROGRAMS): string | undefined =>
    list.find(([mark]) => mark.test(text))?.[1];
  return [nameIn(PROGRAMS), nameIn(SYSTEMS)].filter(Boolean).join(", ");
}
