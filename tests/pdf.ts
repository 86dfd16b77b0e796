import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQr from 'jsqr';
import sharp from 'sharp';

const run = promisify(execFile);

/** The text of a PDF, as a reader copies it. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  const { text } = await withFile(pdf, async (path) => {
    const { stdout } = await run('pdftotext', ['-layout', path, '-']);
    return { text: stdout };
  });
  // pdftotext adds these marks around right-to-left text.
  return text.replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
}

/** The words of a PDF with the distance of each from the left, in points. */
export async function placesInPdf(pdf: Uint8Array): Promise<{ word: string; left: number }[]> {
  const { stdout } = await withFile(pdf, (path) => run('pdftotext', ['-bbox', path, '-']));
  const words = stdout.matchAll(/<word xMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g);
  return [...words].map(([, left, word = '']) => ({ word, left: Number(left) }));
}

/** The output of pdfinfo for a PDF, by the name of the line. */
export async function infoOfPdf(pdf: Uint8Array): Promise<Record<string, string>> {
  const { stdout } = await withFile(pdf, (path) => run('pdfinfo', [path]));
  const lines = stdout.split('\n').map((line) => /^([^:]+):\s+(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1], line[2]]] : [])));
}

/** The pictures in a PDF: their size in pixels and their encoding. */
export async function picturesInPdf(pdf: Uint8Array) {
  const { stdout } = await withFile(pdf, (path) => run('pdfimages', ['-list', path]));
  return stdout
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .map((row) => ({ width: Number(row[3]), height: Number(row[4]), encoding: row[8] }));
}

/** A part of a page, as fractions of its width and height. */
interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the codes of a sheet are: at the bottom left of a page, and one on each card. */
function codesOn(sheet: { width: number; height: number }) {
  /** A part of the sheet, in millimetres. */
  const inMm = (left: number, top: number, width: number, height: number): Part => ({
    left: left / sheet.width,
    top: top / sheet.height,
    width: width / sheet.width,
    height: height / sheet.height,
  });
  const width = (sheet.width - 15) / 2;
  const places = (rows: number) => {
    const height = (sheet.height - 15) / rows;
    return Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
      [0, 1].map((column) => inMm(7.5 + width * column, 7.5 + height * row, width, height)),
    );
  };
  return {
    page: inMm(8, sheet.height - 115, 88, 92),
    cards: places(4),
    'cards-4': places(2),
    tents: places(4),
  };
}

export const CODES = codesOn({ width: 210, height: 297 });
export const LETTER_CODES = codesOn({ width: 215.9, height: 279.4 });
/** A card on A6. */
export const CARD_CODE: Part = { left: 0, top: 0, width: 1, height: 1 };

/** The structure of a tagged PDF, with its texts; empty for one without tags. */
export async function structureOfPdf(pdf: Uint8Array): Promise<string> {
  return (await withFile(pdf, (path) => run('pdfinfo', ['-struct-text', path]))).stdout;
}

/**
 * The bounds of everything that is not white on a PDF's first page, from the upper left corner, in points.
 */
export async function inkOfPdf(pdf: Uint8Array) {
  const { info } = await sharp(await drawPage(pdf))
    .flatten({ background: 'white' })
    .trim({ background: 'white', threshold: 60 })
    .toBuffer({ resolveWithObject: true });
  const inPoints = (pixels = 0) => (pixels * 72) / DOTS;
  const [left, top] = [inPoints(-(info.trimOffsetLeft ?? 0)), inPoints(-(info.trimOffsetTop ?? 0))];
  return { left, top, right: left + inPoints(info.width), bottom: top + inPoints(info.height) };
}

/** The resolution of pages, in dots per inch. */
const DOTS = 200;

/** A PDF's first page as a PNG. */
function drawPage(pdf: Uint8Array): Promise<Buffer> {
  return withFile(pdf, async (path, folder) => {
    const page = ['-r', String(DOTS), '-png', '-f', '1', '-l', '1'];
    await run('pdftoppm', [...page, path, join(folder, 'page')]);
    const name = (await readdir(folder)).find((file) => file.endsWith('.png')) ?? '';
    return readFile(join(folder, name));
  });
}

/**
 * Reads the QR code in a part of a PDF's page, from its pixels.
 * @param options.pixelsPerMm the resolution
 */
export async function readQr(
  pdf: Uint8Array,
  part: Part,
  { pixelsPerMm }: { pixelsPerMm?: number } = {},
): Promise<string | null> {
  const { data, info } = await firstPage(pdf);
  const { width: pageWidth, height: pageHeight, channels } = info;
  const cut = await sharp(data, { raw: { width: pageWidth, height: pageHeight, channels } })
    .extract({
      left: Math.round(part.left * pageWidth),
      top: Math.round(part.top * pageHeight),
      width: Math.round(part.width * pageWidth),
      height: Math.round(part.height * pageHeight),
    })
    .png()
    .toBuffer();
  if (!pixelsPerMm) return readQrOfImage(cut);
  // What a camera sees from a distance: few pixels, and not sharp.
  const width = Math.round(part.width * 210 * pixelsPerMm);
  return readQrOfImage(await sharp(cut).resize({ width }).blur(0.6).png().toBuffer());
}

/** Reads a QR code at about a resolution. A hand is never still, so one readable frame of several is enough. */
export async function readQrByHand(
  pdf: Uint8Array,
  part: Part,
  pixelsPerMm: number,
): Promise<string | null> {
  for (const shake of [1, 1.02, 0.98, 1.04]) {
    const read = await readQr(pdf, part, { pixelsPerMm: pixelsPerMm * shake });
    if (read !== null) return read;
  }
  return null;
}

const drawn = new WeakMap<Uint8Array, ReturnType<typeof drawFirstPage>>();

/** The pixels of a PDF's first page, rendered once for all codes on it. */
function firstPage(pdf: Uint8Array): ReturnType<typeof drawFirstPage> {
  const known = drawn.get(pdf) ?? drawFirstPage(pdf);
  drawn.set(pdf, known);
  return known;
}

const drawFirstPage = async (pdf: Uint8Array) =>
  sharp(await drawPage(pdf))
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Reads the QR code of a picture. */
export async function readQrOfImage(image: Uint8Array): Promise<string | null> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

async function withFile<T>(
  pdf: Uint8Array,
  look: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-pdf-'));
  try {
    const path = join(folder, 'invitation.pdf');
    await writeFile(path, pdf);
    return await look(path, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
