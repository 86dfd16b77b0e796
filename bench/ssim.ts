import type { Sharp } from 'sharp';

const WINDOW = 8;
const STEP = 4;
/** The constants of Wang et al., 2004, for values up to 255. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * How alike two pictures of one size are in brightness: the mean of their structural similarity over
 * windows of 8 × 8 pixels; 1 when they are equal.
 */
export async function structuralSimilarity(one: Sharp, other: Sharp): Promise<number> {
  const [a, b] = await Promise.all([greysOf(one), greysOf(other)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) {
    throw new Error('the pictures differ in size');
  }
  const { width, height } = a.info;
  let [sum, windows] = [0, 0];
  for (let top = 0; top + WINDOW <= height; top += STEP) {
    for (let left = 0; left + WINDOW <= width; left += STEP) {
      sum += similarityAt(a.data, b.data, top * width + left, width);
      windows += 1;
    }
  }
  return sum / windows;
}

function greysOf(picture: Sharp) {
  const grey = picture.clone().removeAlpha().greyscale().raw();
  return grey.toBuffer({ resolveWithObject: true });
}

function similarityAt(a: Buffer, b: Buffer, start: number, width: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y += 1) {
    for (let x = 0; x < WINDOW; x += 1) {
      const at = start + y * width + x;
      const [p, q] = [a[at] ?? 0, b[at] ?? 0];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const count = WINDOW * WINDOW;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  const covariance = products / count - meanA * meanB;
  const brightness = (2 * meanA * meanB + C1) / (meanA ** 2 + meanB ** 2 + C1);
  return (brightness * (2 * covariance + C2)) / (varianceA + varianceB + C2);
}
