// How long the upload of one photo's three files takes through our FTP storage, against basic-ftp
// alone with the same bytes on one connection: `npm run bench:ftp`. A real vsftpd on loopback.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Client } from 'basic-ftp';
import { createDriverStore } from '../app/services/storage/driver-store.server';
import { createFtpDriver } from '../app/services/storage/ftp-driver.server';
import { fileOf, newImageKey } from '../app/services/storage/keys.server';
import { IMAGE_VARIANTS, type ImageFiles } from '../app/services/storage/store';
import { startFtpServer, type FtpServer } from '../tests/setup/ftp-server';

const PHOTOS = 100;
const EVENT_ID = 7;
const files: ImageFiles = {
  full: randomBytes(300_000),
  1080: randomBytes(140_000),
  720: randomBytes(70_000),
  320: randomBytes(20_000),
};

for (const tls of [undefined, 'required'] as const) {
  const server = await startFtpServer({ tls });
  try {
    const [bare, ours] = await measure(server);
    process.stdout.write(
      `${PHOTOS} photos ${tls ? 'over TLS' : 'in the clear'}, ms for the three files of one\n` +
        `  basic-ftp alone  p50 ${percentile(bare, 0.5)}  p95 ${percentile(bare, 0.95)}\n` +
        `  our storage      p50 ${percentile(ours, 0.5)}  p95 ${percentile(ours, 0.95)}\n`,
    );
  } finally {
    await server.clean();
  }
}

/** Takes turns, so that whatever else the machine does falls on both alike. */
async function measure(server: FtpServer): Promise<[number[], number[]]> {
  const access = server.access();
  const client = new Client();
  await client.access({ ...access, secureOptions: access.tls });
  const driver = createFtpDriver(access);
  const store = createDriverStore('ftp', driver);
  const uploadBare = async () => {
    const key = newImageKey(EVENT_ID);
    for (const variant of IMAGE_VARIANTS) {
      await client.uploadFrom(Readable.from([files[variant]]), `/upload/${fileOf(key, variant)}`);
    }
  };
  const uploadOurs = () => store.write(newImageKey(EVENT_ID), files);
  // The first one makes connection and folder; the others are what a party is like.
  await uploadOurs();
  await uploadBare();
  const times: [number[], number[]] = [[], []];
  for (let photo = 0; photo < PHOTOS; photo++) {
    times[0].push(await timeOf(uploadBare));
    times[1].push(await timeOf(uploadOurs));
  }
  client.close();
  driver.dispose();
  return times;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function percentile(times: number[], part: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.ceil(part * sorted.length) - 1] ?? NaN).toFixed(1);
}
