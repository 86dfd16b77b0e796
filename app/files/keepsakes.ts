import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { attachment } from '~/http/attachment.server';
import { savedFile } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import { markAnswer } from '~/http/revalidation.server';
import { formatDay } from '~/i18n/format';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import type { Translate } from '~/i18n/translate';
import { DomainError } from '~/models/errors';
import { partyDateOf } from '~/models/event/party-date';
import { readCertified, readSharedPodium } from '~/models/keepsake/keepsake.server';
import { readWidth } from '~/models/photo/media.server';
import type { RankedPhoto } from '~/models/photo/star.server';
import { paths } from '~/paths';
import { ImageError } from '~/services/images.server';
import { orderKey, type CertificateOrder, type StoredPicture } from '~/services/pdf/printer.server';
import { PODIUM_FORMATS, type PodiumFormat } from '~/services/podium-geometry';
import { podiumKey, type PodiumOrder } from '~/services/podium-pictures.server';

const BUSY_RETRY_S = 5;

// What everybody takes home once the result is final: pictures of the podium, and certificates (rules `share.when`,
// `certificate.who`).
export const keepsakes = [
  savedFile('/top/podium/:format', { who: 'member', back: paths.top(), answer: sendPodium }),
  savedFile('/top/certificates/:photoId', {
    who: 'member',
    back: paths.top(),
    answer: sendCertificate,
  }),
];

/**
 * Sends a picture of the podium.
 * @throws DomainError invalid_request for an unknown format; standings_hidden, result_none; busy, too_many_attempts
 */
async function sendPodium(args: LoaderFunctionArgs, { actor, event, user }: Member) {
  const { app } = args.context;
  const format = PODIUM_FORMATS.find((one) => one === args.params.format);
  if (!format) throw new DomainError('invalid_request');
  const steps = await readSharedPodium(app.db, { actor, event, now: app.now() });
  const { t, day, language } = await wordsOf(args, event);
  const guest = t('server:keepsake.share.guest');
  const order: PodiumOrder = {
    content: {
      layout: 'podium',
      format,
      language,
      eventName: event.name,
      day,
      guest,
      steps: steps.map(({ place, photo }) => ({
        place,
        on: photo && { name: photo.shownName ?? guest, stars: photo.favoriteCount },
      })),
    },
    pictures: steps.map(({ photo }) => photo && pictureOf(args, photo, 1080)),
  };
  const title = pictureName(format, event.name);
  return send(args, { type: 'image/jpeg', ending: '.jpg', title, key: podiumKey(order) }, () =>
    app.podiumPictures.make(order, { beforeMake: () => count(args, user.id) }),
  );
}

const pictureName = (format: PodiumFormat, event: string) => `podium-${format}-${event}`;

/**
 * Sends the certificate of a photo on the podium.
 * @throws DomainError invalid_request for an odd number; what `readCertified` throws; busy, too_many_attempts
 */
async function sendCertificate(args: LoaderFunctionArgs, { actor, event, user }: Member) {
  const { app } = args.context;
  const photoId = parseId(args.params.photoId);
  const photo = await readCertified(app.db, { actor, event, photoId, now: app.now() });
  const { t, day, language } = await wordsOf(args, event);
  const place = photo.place as 1 | 2 | 3;
  const { userName: name, favoriteCount: stars } = photo;
  const order: CertificateOrder = {
    layout: 'certificate',
    language,
    title: withoutMarks(t('server:keepsake.certificate.document', { name, event: event.name })),
    eventName: event.name,
    day,
    place,
    placeName: t(`server:keepsake.certificate.${photo.isShared ? 'shared' : 'place'}_${place}`),
    name,
    stars: t('server:keepsake.certificate.stars', { count: stars }),
    shape: photo.width / photo.height,
    alt: withoutMarks(t('event:photo.alt', { name })),
    picture: pictureOf(args, photo, 'full'),
  };
  const title = `certificate-${place}-${event.name}`;
  return send(args, { type: 'application/pdf', ending: '.pdf', title, key: orderKey(order) }, () =>
    app.printer.print(order, { beforeRender: () => count(args, user.id) }),
  );
}

/** A text without the invisible marks around names, which not every PDF reader knows. */
const withoutMarks = (text: string) => text.replace(/[\u2068\u2069]/g, '');

/** The language of a file, its texts, and the day of the party in words. */
async function wordsOf({ request }: LoaderFunctionArgs, event: Member['event']) {
  const language = await fileLanguageOf(request);
  const t = (await instanceFor(language)).t as Translate;
  return { t, language, day: formatDay(partyDateOf(event), language) };
}

/** A photo's file. Reading it may fail if its storage lacks it. */
function pictureOf(
  { context: { app, log } }: LoaderFunctionArgs,
  { imageStorage: storage, imageKey: key, imageBytes }: RankedPhoto,
  variant: 1080 | 'full',
): StoredPicture {
  const bytes = variant === 'full' ? imageBytes : 0;
  const read = async () => {
    try {
      return (await readWidth(app.storage, { storage, key, variant, bytes })).bytes;
    } catch (error) {
      log.warn({ err: error }, 'a keepsake without its photo');
      return null;
    }
  };
  return { key, read };
}

/** Counts what has to be made for a person before it is tried, so that nobody has the server make much. */
async function count({ context: { app } }: LoaderFunctionArgs, userId: number): Promise<void> {
  await app.attempts.take(['keepsake', String(userId)]);
}

/** Sends a file, or says that the client has it. Each member's own cache keeps it, and asks every time. */
async function send(
  { request }: LoaderFunctionArgs,
  { type, ending, title, key }: { type: string; ending: string; title: string; key: string },
  make: () => Promise<Uint8Array>,
): Promise<Response> {
  const headers = new Headers({
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie',
    'Content-Type': type,
    'Content-Disposition': attachment(title, ending),
  });
  const unchanged = markAnswer(request, headers, { source: key });
  if (unchanged) return unchanged;
  const file = await makeOrRefuse(make);
  headers.set('Content-Length', String(file.byteLength));
  return new Response(file as Uint8Array<ArrayBuffer>, { headers });
}

async function makeOrRefuse(make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, cause: error });
  }
}
