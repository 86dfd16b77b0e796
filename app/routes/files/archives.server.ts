import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileResponse } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import { instanceFor, translator } from '~/i18n/i18n.server';
import type { Translate } from '~/i18n/translate';
import { packAllPhotos, packTopPhotos, rankingCsv } from '~/models/download.server';

// The files that both an endpoint and an address of the screens give. Who may is the route's to prove.

/** The ranking's photos as a zip. */
export async function sendTopPhotos(args: LoaderFunctionArgs, { event }: Member) {
  const t = await translator(args.request);
  const archive = await packTopPhotos(args.context.app, {
    eventId: event.id,
    missingNote: t('download:missing'),
  });
  const title = `top-photos-${event.name}`;
  const { identity } = archive;
  return fileResponse(args, { title, extension: 'zip', body: archive, identity, isResumed: true });
}

/** All photos of the event as a zip. */
export async function sendAllPhotos(args: LoaderFunctionArgs, { event }: Member) {
  const t = await translator(args.request);
  const archive = await packAllPhotos(args.context.app, {
    eventId: event.id,
    missingNote: t('download:missing'),
  });
  const title = `photos-${event.name}`;
  const { identity } = archive;
  return fileResponse(args, { title, extension: 'zip', body: archive, identity, isResumed: true });
}

/** The ranking as CSV. @param t the headings' language; endpoints speak English */
export async function sendRankingCsv(
  args: LoaderFunctionArgs,
  { event }: Member,
  t?: Translate,
): Promise<Response> {
  const say = t ?? ((await instanceFor('en')).t as Translate);
  const body = await rankingCsv(args.context.app.db, {
    eventId: event.id,
    headings: {
      place: say('download:csv.place'),
      stars: say('download:csv.stars'),
      name: say('download:csv.name'),
      slot: say('download:csv.slot'),
      uploaded: say('download:csv.uploaded'),
      file: say('download:csv.file'),
    },
  });
  return fileResponse(args, { title: `ranking-${event.name}`, extension: 'csv', body });
}
