import sharp from 'sharp';

/** The size of link previews, in the proportions that all of them accept. */
const [WIDTH, HEIGHT] = [1200, 630];
const SHOT = { width: 756, height: 486 };
const PAPER = { top: 20, left: 20, right: 20, bottom: 20, background: '#fdf4e7' };
const TILT = -2;
const LIGHTS = ['#f6b73c', '#dc9a6c', '#fdf4e7', '#f6b73c', '#dc9a6c', '#fdf4e7', '#f6b73c'];

/** The evening sky with its light string. */
const SKY = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><linearGradient id="sky" x2="0" y2="1">
    <stop stop-color="#0a2129"/><stop offset="1" stop-color="#17475a"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#sky)"/>
  <path d="M0 20 Q600 110 1200 20" fill="none" stroke="#fdf4e7" stroke-opacity=".35" stroke-width="3"/>
  ${LIGHTS.map((fill, index) => {
    const x = 90 + index * 170;
    const y = 20 + 45 * (1 - ((x - 600) / 600) ** 2) + 12;
    return `<circle cx="${x}" cy="${y}" r="26" fill="${fill}" opacity=".18"/><circle cx="${x}" cy="${y}" r="10" fill="${fill}"/>`;
  }).join('')}
</svg>`;

/**
 * Renders a picture for link previews: a print in the evening sky, as a JPEG.
 * @throws what the decoder throws for a damaged file
 */
export async function encodePrint(picture: Uint8Array): Promise<Buffer> {
  const print = await sharp(picture)
    .resize({ ...SHOT, fit: 'cover' })
    .extend(PAPER)
    .png()
    .toBuffer();
  const tilted = await sharp(print)
    .rotate(TILT, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return sharp(Buffer.from(SKY))
    .composite([{ input: tilted, gravity: 'centre' }])
    .withIccProfile('srgb')
    .jpeg({ quality: 82 })
    .toBuffer();
}
