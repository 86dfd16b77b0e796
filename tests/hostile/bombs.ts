import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { memoryOf } from '~/services/memory.server';
import { createParty, join, sendSelfie } from '../api/party';
import type { TestServer } from '../setup/server';

/** The memory for decoding on the tested servers, in MB. */
export const IMAGE_MEMORY_MB = 400;
/** A process is checked at intervals, so a sudden use of memory is noticed a little late. */
const LATE_MB = 200;
const EDGE = 7700;
const LOOK_MS = 20;
const MB = 1024 * 1024;

/** Small files that are large pictures, at our limits or above, one for each format. */
async function makeBombs(): Promise<Record<string, Buffer>> {
  const create = { width: EDGE, height: EDGE, channels: 4, background: '#c0804080' } as const;
  const plain = () => sharp({ create });
  const heic = readFileSync(new URL('../fixtures/phone.heic', import.meta.url));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}"><rect width="100%" height="100%"/></svg>`;
  return {
    jpeg: await plain().jpeg({ progressive: true }).toBuffer(),
    png: await plain().png({ progressive: true }).toBuffer(),
    'png of 16 bits': await plain().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    webp: await plain().webp({ effort: 0 }).toBuffer(),
    gif: await plain().gif({ effort: 1 }).toBuffer(),
    tiff: await plain().tiff({ compression: 'deflate', tile: false }).toBuffer(),
    avif: readFileSync(new URL('../fixtures/bomb-59-megapixels.avif', import.meta.url)),
    'avif of 24 megapixels': await sharp({ create: { ...create, width: 4900, height: 4900 } })
      .avif({ effort: 0 })
      .toBuffer(),
    heic: enlargeHeic(heic),
    svg: Buffer.from(svg),
  };
}

/** A HEIC whose header claims this size. */
function enlargeHeic(heic: Buffer): Buffer {
  const bomb = Buffer.from(heic);
  for (let at = bomb.indexOf('ispe'); at >= 0; at = bomb.indexOf('ispe', at + 4)) {
    bomb.writeUInt32BE(EDGE, at + 8);
    bomb.writeUInt32BE(EDGE, at + 12);
  }
  return bomb;
}

/** The memory of a server and the processes that it has started, in MB. */
function treeMemory(pid: number): number {
  let children = '';
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
  } catch {
    // It has ended.
  }
  const own = Math.round(memoryOf(pid) / MB);
  const theirs = children.split(' ').filter(Boolean).map(Number).map(treeMemory);
  return theirs.reduce((sum, one) => sum + one, own);
}

/**
 * Sends two of each to a server at once.
 * @returns the results
 */
export async function throwBombs(server: TestServer): Promise<{ name: string; wrong: string }[]> {
  const pid = server.process.pid ?? 0;
  const party = await createParty(server.origin);
  const guests = [await join(party), await join(party)];
  const results: { name: string; wrong: string }[] = [];
  for (const [format, bomb] of Object.entries(await makeBombs())) {
    const before = treeMemory(pid);
    let peak = before;
    const looking = setInterval(() => (peak = Math.max(peak, treeMemory(pid))), LOOK_MS);
    const answers = await Promise.all(guests.map((guest) => sendSelfie(guest, bomb)));
    clearInterval(looking);
    const codes = answers.map(({ status }) => status);
    const isAnswered = codes.every((status) => [200, 400, 413, 415, 422].includes(status));
    const limit = before + IMAGE_MEMORY_MB + LATE_MB;
    const figures = `${codes.join(', ')}; ${before} MB, at most ${peak} MB`;
    const name = `a ${format} bomb of ${Math.ceil(bomb.length / 1024)} KB: ${figures}`;
    const wrong = isAnswered ? '' : `answered ${codes.join(', ')}`;
    results.push({ name, wrong: peak <= limit ? wrong : `${peak} MB are more than ${limit}` });
  }
  return results;
}
