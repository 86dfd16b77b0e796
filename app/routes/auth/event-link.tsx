import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { JoinForm } from '~/components/auth/join-form';
import { Note } from '~/components/ui/note';
import { isOpened } from '~/http/asked-ahead.server';
import { identify } from '~/http/guards.server';
import { invalidateCaches } from '~/http/invalidate-caches.server';
import { rememberEvent } from '~/http/last-event.server';
import { pageMeta } from '~/http/page-meta';
import { readCardCode } from '~/http/printed-mission.server';
import { logRefusal, pageId, setRetryAfter } from '~/http/refusal.server';
import { rememberTable } from '~/http/table.server';
import { withEventThrottle } from '~/http/throttle.server';
import { rememberLanguage, storedLanguage, translator } from '~/i18n/i18n.server';
import { isLanguage } from '~/i18n/languages';
import { readCode } from '~/models/event/door';
import { DomainError } from '~/models/errors';
import { getInvitation } from '~/models/event/invitation.server';
import { readTableNumber } from '~/models/table/schema';
import { takeSeat } from '~/models/table/write.server';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/**
 * The URL in printed codes (rule `invitation.link`). It redirects to the event's card with its current names.
 * `?lang=` is the language for guests who have not chosen one. `?k=` is the event's code, which the device
 * remembers, `?table=` the table whose card it was, and `?mission=` the code of a mission's card. A link that opens
 * nothing shows the join form.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  try {
    const query = new URL(request.url).searchParams;
    const link = { eventId: pageId(params.eventId), code: readCode(query) };
    const { event, organizerName } = await withEventThrottle(args, () =>
      getInvitation(context.app.db, link),
    );
    const lang = query.get('lang');
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    if (isLanguage(lang) && storedLanguage(request) === null) {
      headers.append('Set-Cookie', rememberLanguage(lang));
    }
    if (event.code !== null) headers.append('Set-Cookie', await rememberEvent(args, link));
    const table = isOpened(request) ? readTableNumber(query) : null;
    if (table !== null) headers.append('Set-Cookie', await sitDown(args, event.id, table));
    const names = { event: event.name, organizer: organizerName ?? undefined };
    throw redirect(await placeBehind(args, event.id, names), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    const t = await translator(request);
    const isTooMany = error.code === 'too_many_attempts';
    setRetryAfter(args, error);
    return data(
      {
        title: t('server:auth.join.title'),
        hint: t('server:auth.join.hint'),
        unknown: isTooMany
          ? { title: t('errors:too_many_attempts'), text: null }
          : {
              title: t('server:auth.card.unknown_code'),
              text: t('server:auth.card.unknown_code_text'),
            },
      },
      { status: isTooMany ? error.status : 404 },
    );
  }
}

/** Where the link leads: to the event's card, or to the mission of a printed card (rule `missions.printed`). */
async function placeBehind(
  args: LoaderFunctionArgs,
  eventId: number,
  names: { event: string; organizer?: string },
): Promise<string> {
  const mission = readCardCode(args);
  if (mission === null) return paths.join(names);
  const isIn = (await identify(args))?.event.id === eventId;
  return isIn ? missionPaths.add({ mission }) : missionPaths.enter({ ...names, mission });
}

/**
 * Remembers the table of a scanned code for the person who joins or signs in, and seats a signed-in member who has no
 * table (rule `tables.link`).
 * @returns the cookie's header
 */
async function sitDown(args: LoaderFunctionArgs, eventId: number, number: number) {
  const identity = await identify(args);
  if (identity?.user?.tableId === null && identity.event.id === eventId) {
    await takeSeat(args.context.app.db, { actor: identity.actor, number });
    await invalidateCaches(args);
  }
  return rememberTable(args, { eventId, number });
}

export const meta = pageMeta;

export default function UnknownCode() {
  const { title, hint, unknown } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      <div>
        <h1>{title}</h1>
        <p className="mt-1.5 text-ink-soft">{hint}</p>
      </div>
      <Note tone="error" title={unknown.title}>
        {unknown.text}
      </Note>
      <JoinForm action={paths.join()} values={{ event: '', organizerName: '' }} />
    </AuthPage>
  );
}
