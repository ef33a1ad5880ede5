/** Length of a side in pixels: podcast directories require at least 1400. */
const SIDE = 1400;
const PAPER = "#faf7f1";
const INK = "#1b1813";
const AMBER = "#e0a100";

/** Breaks a title into lines that fit into a width. */
function rowsOf(title: string, fits: (row: string) => boolean): string[] {
  const rows: string[] = [];
  let row = "";
  const parts = /\s/u.test(title) ? title.split(/(?<=\s)/u) : Array.from(title);
  for (const part of parts) {
    if (row !== "" && !fits(row + part)) {
      rows.push(row.trim());
      row = "";
    }
    row += part;
  }
  return [...rows, row.trim()].slice(0, 5);
}

/** A cover for an episode: its title below a note symbol. */
export async function drawCover(title: string): Promise<Blob | null> {
  if (typeof OffscreenCanvas === "undefined") return null;
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const ink = canvas.getContext("2d");
  if (!ink) return null;
  ink.fillStyle = PAPER;
  ink.fillRect(0, 0, SIDE, SIDE);
  ink.strokeStyle = INK;
  ink.lineWidth = 26;
  ink.beginPath();
  ink.arc(SIDE / 2, 520, 330, Math.PI, 2 * Math.PI);
  ink.stroke();
  ink.fillStyle = AMBER;
  ink.beginPath();
  ink.arc(SIDE / 2, 470, 54, 0, 2 * Math.PI);
  ink.fill();
  ink.fillStyle = INK;
  ink.textAlign = "center";
  ink.font = `600 104px Georgia, "Noto Serif", serif`;
  const rows = rowsOf(title, (row) => ink.measureText(row).width < SIDE - 260);
  for (const [at, row] of rows.entries()) ink.fillText(row, SIDE / 2, 780 + 128 * at);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}
