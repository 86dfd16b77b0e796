// How long one phone photo takes from upload to stored image, and how many a second on all cores:
// `npm run bench`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageProcessor } from '../app/services/images.server';
import { makePhonePhotos } from '../scripts/party/photos';
import { seeded } from '../scripts/party/random';

const ROUNDS = 12;

const folder = await mkdtemp(join(tmpdir(), 'snapodium-bench-'));
const path = join(folder, 'phone.jpg');
const random = seeded(1);
const phone = await makePhonePhotos(random, () => {});
const photo = await phone.next(random, 'bench');
await writeFile(path, photo.bytes);
const images = createImageProcessor();
await images.process(path);

const alone = await secondsOf(async () => {
  for (let round = 0; round < ROUNDS; round++) await images.process(path);
});
const together = await secondsOf(() =>
  Promise.all(Array.from({ length: ROUNDS }, () => images.process(path))),
);
await images.close();
await rm(folder, { recursive: true });

process.stdout.write(
  [
    `photo        one of ${phone.description}`,
    `one by one   ${((alone / ROUNDS) * 1000).toFixed(0)} ms a photo`,
    `together     ${(ROUNDS / together).toFixed(1)} photos a second on ${availableParallelism()} cores`,
    '',
  ].join('\n'),
);

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
