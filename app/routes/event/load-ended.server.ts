import type { LoaderFunctionArgs } from '@remix-run/node';
import type { EndedEvent } from '~/components/shell/ended-overlay';
import { isReadOnly, type Identity } from '~/http/guards.server';
import { formatDay } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { lastRetentionDay } from '~/models/event/retention';

/** The notice that an event has ended; null while it runs. */
export async function loadEnded(
  { request }: LoaderFunctionArgs,
  identity: Identity,
): Promise<EndedEvent | null> {
  const { event, isExpired } = identity;
  if (!isExpired) return null;
  const language = await languageOf(request);
  return {
    name: event.name,
    endDay: formatDay(event.endDate, language),
    until: isReadOnly(identity) ? formatDay(lastRetentionDay(event), language) : null,
  };
}
