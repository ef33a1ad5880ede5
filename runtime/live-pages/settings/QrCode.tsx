import { useEffect, useState } from "react";
import css from "./settings.module.css";

/** Width of the empty border in modules that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on light in every color scheme. The encoder is loaded on demand. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    let here = true;
    void import("qr").then(({ default: encode }) => {
      if (here) setRows(encode(text, "raw", { border: QUIET_ZONE, ecc: "medium" }));
    });
    return () => {
      here = false;
    };
  }, [text]);
  const size = rows.length;
  if (size === 0) return null;
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={css["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
