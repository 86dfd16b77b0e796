import QRCode from 'qrcode';
import sharp from 'sharp';

/** A QR code as a drawing: an SVG path of the dark modules in a square of `size` × `size` units. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** The light border that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code with error correction M, including its quiet zone. */
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

/** The minimum width of a code's file in pixels: enough for a poster. */
const PNG_PIXELS = 1600;
const INK = '#0a2129';

/** A code as an SVG file: dark on white, including its quiet zone. */
export function qrSvg({ size, path }: QrDrawing): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" ` +
    `height="${size * 10}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="${INK}" d="${path}"/></svg>`
  );
}

/** The same as a PNG. Each module is a whole number of pixels, so that none is blurred. */
export function qrPng(drawing: QrDrawing): Promise<Buffer> {
  const width = Math.ceil(PNG_PIXELS / drawing.size) * drawing.size;
  return sharp(Buffer.from(qrSvg(drawing)), { density: 72 })
    .resize({ width, kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
