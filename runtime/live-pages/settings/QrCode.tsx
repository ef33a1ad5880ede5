import { useEffect, useState } from "react";
import css from "./settings.module.css";

/** Modules around the code that a camera needs to be empty (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text for a camera: dark on light in every appearance. The program that draws it is loaded now. */
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
