import QRCode from 'qrcode';

/** A QR code as a drawing: an SVG path of dark squares in a square of `size` × `size` units. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** The light border that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code of error correction M, its quiet zone included. */
export function drawQr(text: string): QrDrawing {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      let width = 1;
      while (column + width < modules.size && modules.get(row, column + width)) width += 1;
      path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
      column += width;
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path };
}
