import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { savedFile } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import { DomainError } from '~/models/errors';
import { readCertified, readSharedPodium } from '~/models/keepsake/keepsake.server';
import { paths } from '~/paths';
import { orderKey, type CertificateOrder } from '~/services/pdf/printer.server';
import { PODIUM_FORMATS, type PodiumFormat } from '~/services/podium-geometry';
import { podiumKey, type PodiumOrder } from '~/services/podium-pictures.server';
import { count, pictureOf, send, withoutMarks, wordsOf } from './keepsake-file.server';

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
    app.podiumPictures.make(order, {
      beforeMake: () => count(args, { kind: 'keepsake', userId: user.id }),
    }),
  );
}

const pictureName = (format: PodiumFormat, event: string) => `podium-${format}-${event}`;

/**
 * Sends the certificate of a photo on the podium.
 * @throws DomainError invalid_request for an invalid number; what `readCertified` throws; busy, too_many_attempts
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
    app.printer.print(order, {
      beforeRender: () => count(args, { kind: 'keepsake', userId: user.id }),
    }),
  );
}
