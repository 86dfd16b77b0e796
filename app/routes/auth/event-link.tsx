import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { noteRefusal, pageId } from '~/http/refusal.server';
import { rememberLanguage, storedLanguage } from '~/i18n/i18n.server';
import { isLanguage } from '~/i18n/languages';
import { DomainError } from '~/models/errors';
import { getInvitation } from '~/models/invitation.server';
import { paths } from '~/paths';

/**
 * What printed codes carry (rule `invitation.link`): the way to the event's card, by the names it has
 * now. `?lang=` is the language of whoever has chosen none.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
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
    return redirect(paths.join(names), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    noteRefusal(args, error);
    return context.noSuchPage?.() ?? new Response(null, { status: 404 });
  }
}
