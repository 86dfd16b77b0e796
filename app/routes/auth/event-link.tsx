import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { JoinForm } from '~/components/auth/join-form';
import { Note } from '~/components/ui/note';
import { pageMeta } from '~/http/page-meta';
import { noteRefusal, pageId } from '~/http/refusal.server';
import { rememberLanguage, storedLanguage, translator } from '~/i18n/i18n.server';
import { isLanguage } from '~/i18n/languages';
import { DomainError } from '~/models/errors';
import { getInvitation } from '~/models/invitation.server';
import { paths } from '~/paths';

/**
 * What printed codes carry (rule `invitation.link`): the way to the event's card, by the names it has
 * now. `?lang=` is the language of whoever has chosen none. A code that opens nothing offers the two names.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  try {
    const eventId = pageId(params.eventId);
    const { event, organizerName } = await getInvitation(context.app.db, { eventId });
    const lang = new URL(request.url).searchParams.get('lang');
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    if (isLanguage(lang) && storedLanguage(request) === null) {
      headers.set('Set-Cookie', rememberLanguage(lang));
    }
    const names = { event: event.name, organizer: organizerName ?? undefined };
    throw redirect(paths.join(names), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    noteRefusal(args, error);
    const t = await translator(request);
    return data(
      {
        title: t('auth:join.title'),
        hint: t('auth:join.hint'),
        unknown: { title: t('access:card.unknown_code'), text: t('access:card.unknown_code_text') },
      },
      { status: 404 },
    );
  }
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
