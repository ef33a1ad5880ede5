/** The fermata: an arc that tapers toward its ends, over a dot. The view box is 64 by 64. */
export const ARC = "M4 46C5 25 16 12 32 12s27 13 28 34h-2.6C55 30.5 46 20 32 20S9 30.5 6.6 46z";
export const DOT = { cx: 32, cy: 43.5, r: 6.5 } as const;

/** The site's logo. Decorative, because the site's name is beside it. */
export function Mark({ size = 32, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={ARC} />
      <circle {...DOT} />
    </svg>
  );
}
