// How long uploading one photo's files takes through our FTP storage, against basic-ftp alone with the same
// bytes on one connection, with a real vsftpd on the loopback interface.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Client } from 'basic-ftp';
import { createDriverStore } from '~/services/storage/driver-store.server';
import { createFtpDriver } from '~/services/storage/ftp-driver.server';
import { fileOf, newImageKey } from '~/services/storage/keys.server';
import { IMAGE_VARIANTS, type ImageFiles } from '~/services/storage/store';
import { startFtpServer, type FtpServer } from '../tests/setup/ftp-server';
import { percentile, printLine, printTable, takeTurns, timeOf } from './support/measure';

const PHOTOS = 100;
const EVENT_ID = 7;
const files: ImageFiles = {
  full: randomBytes(300_000),
  1080: randomBytes(140_000),
  720: randomBytes(70_000),
  320: randomBytes(20_000),
};

export default async function measureFtp(): Promise<void> {
  for (const tls of [undefined, 'required'] as const) {
    const server = await startFtpServer({ tls });
    try {
      const { ours, limit } = await measure(server);
      const row = (name: string, times: number[]) => [
        name,
        ...[0.5, 0.95].map((share) => percentile(times, share).toFixed(1)),
      ];
      printLine(`${PHOTOS} photos ${tls ? 'over TLS' : 'in the clear'}, ms for the files of one`);
      printTable(['', 'p50', 'p95'], [row('basic-ftp alone', limit), row('our storage', ours)]);
    } finally {
      await server.clean();
    }
  }
}

async function measure(server: FtpServer) {
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
  // The first upload makes the connection and the folder. The others are what a party is like.
  await uploadOurs();
  await uploadBare();
  const turns = await takeTurns(
    () => timeOf(uploadOurs),
    () => timeOf(uploadBare),
    PHOTOS,
  );
  client.close();
  driver.dispose();
  return turns;
}
