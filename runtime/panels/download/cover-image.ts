/** Maximum length of the longer side of a cover in pixels: players show no more. */
const LONGEST = 1600;

/**
 * An image in a form that tags support: JPEG or PNG, of a reasonable size.
 * @throws if this browser cannot open it
 */
export async function coverImageOf(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    if (scale === 1 && /^image\/(jpeg|png)$/.test(image.type)) return image;
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const paper = canvas.getContext("2d", { alpha: false })!;
    // Transparent pixels would become black.
    paper.fillStyle = "#ffffff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.imageSmoothingQuality = "high";
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  } finally {
    bitmap.close();
  }
}
