import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatMoment } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { EventRow } from '~/models/event/read.server';
import { listResultChanges } from '~/models/photo/result.server';

/** Says what was removed since the votes were counted (rule `result.changes`); null if nothing was. */
export async function sayResultChanges(
  { request, context: { app } }: LoaderFunctionArgs,
  event: EventRow,
): Promise<string | null> {
  if (!event.votingClosedAt) return null;
  const changes = await listResultChanges(app.db, { eventId: event.id });
  const last = changes.at(-1);
  if (!last) return null;
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  const countOf = (what: 'photo' | 'person') => changes.filter((one) => one.what === what).length;
  const [photos, people] = [countOf('photo'), countOf('person')];
  const what = [
    ...(photos > 0 ? [t('server:event.result.photos', { count: photos })] : []),
    ...(people > 0 ? [t('server:event.result.people', { count: people })] : []),
  ].join(', ');
  const time = formatMoment(last.at, language, app.env.EVENT_TIME_ZONE);
  return t('server:event.result.changed', { what, time });
}
