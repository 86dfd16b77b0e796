import { THUMBNAIL_WIDTHS, thumbnailUrl } from '~/models/photo';
import type { LedgerPhoto } from './ledger';
import type { Party } from './party';
import type { PatientClient } from './patient-client';
import { CAMERA_MAKE, isUpright, type PhotoOrigin } from './photos';
import { readWebp } from './webp';

/**
 * What a stored image's address looks like, and its three files (rules `images.address`,
 * `images.sizes`).
 */
const FULL_MAX_BYTES = 1024 * 1024;
const LONGEST_SIDE = 1920;
/** Sides are whole pixels, so a shrunken picture's shape is not exactly the original's. */
const SHAPE_TOLERANCE = 0.01;

/** Fetches a photo's three files and checks what is served (rule `images.audience`). */
export async function lookAtFiles(
  party: Party,
  client: PatientClient,
  photo: LedgerPhoto,
): Promise<void> {
  const what = `photo ${photo.id} of ${photo.userName}`;
  const origin = party.origins.get(photo.id);
  const full = await fetchFile(party, client, photo.imageUrl, 'full', what);
  if (!full) return;
  party.findings.expect(
    Math.max(full.width, full.height) <= LONGEST_SIDE && full.bytes.length <= FULL_MAX_BYTES,
    `${what}: ${full.width} × ${full.height} px and ${full.bytes.length} bytes are too much`,
  );
  if (origin) await checkUpright(party, full, origin, what);
  for (const width of THUMBNAIL_WIDTHS) {
    const url = thumbnailUrl(photo.imageUrl, width);
    const thumbnail = await fetchFile(party, client, url, String(width), what);
    if (!thumbnail) continue;
    party.findings.expect(
      thumbnail.width === Math.min(width, full.width) && hasShapeOf(thumbnail, full),
      `${what}: the ${width} px thumbnail is ${thumbnail.width} × ${thumbnail.height} px`,
    );
  }
}

/**
 * Photos are for members of the event (rule `images.audience`): without a session there is nothing
 * to see.
 */
export async function cannotLook(client: PatientClient, photo: LedgerPhoto): Promise<void> {
  await client.request('GET', photo.imageUrl, {
    expect: [302, 401, 403, 404],
    label: 'GET /media without a session',
  });
}

async function fetchFile(
  party: Party,
  client: PatientClient,
  url: string,
  label: string,
  what: string,
) {
  const { bytes, headers } = await client.request('GET', url, { label: `GET /media ${label}` });
  const head = readWebp(bytes);
  party.findings.expect(
    head !== null && headers.get('content-type') === 'image/webp',
    `${what}: the ${label} file is not a WebP picture (${headers.get('content-type') ?? 'no type'})`,
  );
  if (!head) return null;
  party.findings.expect(
    !head.chunks.includes('EXIF') &&
      !head.chunks.includes('XMP ') &&
      !Buffer.from(bytes).includes(CAMERA_MAKE),
    `${what}: the ${label} file still holds metadata (${head.chunks.join(', ')})`,
  );
  return { bytes, width: head.width, height: head.height };
}

async function checkUpright(
  party: Party,
  full: { bytes: Uint8Array; width: number; height: number },
  origin: PhotoOrigin,
  what: string,
): Promise<void> {
  if (origin.upright) {
    party.findings.expect(
      hasShapeOf(full, origin.upright),
      `${what}: is ${full.width} × ${full.height} px, made upright it was ` +
        `${origin.upright.width} × ${origin.upright.height} px`,
    );
  }
  if (origin.madeWith !== null) {
    party.findings.expect(
      await isUpright(full.bytes),
      `${what}: is not upright (EXIF orientation ${origin.madeWith})`,
    );
  }
}

function hasShapeOf(
  picture: { width: number; height: number },
  other: { width: number; height: number },
): boolean {
  const ratio = picture.width / picture.height / (other.width / other.height);
  return Math.abs(ratio - 1) <= SHAPE_TOLERANCE;
}
