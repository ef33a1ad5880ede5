/** Browser identification: user-agent client hints and the user-agent string. */
export interface BrowserInfo {
  readonly userAgent: string;
  readonly language: string;
  readonly platform?: string;
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[];
    readonly platform: string;
  };
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

/** Most browsers also name their ancestors: the first match counts. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ["Opera", /(?:OPR|OPiOS|OPT)\/([\d.]+)/],
  ["Samsung Internet", /SamsungBrowser\/([\d.]+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/([\d.]+)/],
  ["Chrome", /(?:Chrome|CriOS|HeadlessChrome)\/([\d.]+)/],
  ["Safari", /^(?=.*Safari\/).*?Version\/([\d.]+)/],
];
const PLATFORMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad|iPod/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X|Macintosh/],
  ["Chrome OS", /CrOS/],
  ["Linux", /Linux|X11/],
];

/** Name and version of a browser; empty if unknown. */
export function browserOf({ userAgent, userAgentData }: BrowserInfo): {
  name: string;
  version: string;
} {
  // One brand is made up (GREASE); "Chromium" is the family's.
  const brands = (userAgentData?.brands ?? []).filter(
    ({ brand }) => !/^(?=.*brand).*not/i.test(brand),
  );
  const own = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
  if (own) return { name: own.brand, version: own.version };
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { name, version };
  }
  return { name: "", version: "" };
}

export const platformOf = ({ userAgent, userAgentData, platform = "" }: BrowserInfo): string =>
  userAgentData?.platform ||
  (PLATFORMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? platform);

/** Whether the visitor opted out of tracking: Do Not Track or Global Privacy Control. */
export const refusesTracking = (
  { doNotTrack, globalPrivacyControl }: BrowserInfo,
  ofWindow?: string | null,
): boolean =>
  globalPrivacyControl === true ||
  [doNotTrack, ofWindow].some((value) => value === "1" || value === "yes");
