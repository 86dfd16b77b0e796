import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { Organize, OrganizeExpired, type OrganizeView } from '~/components/auth/organize';
import { enter } from '~/http/authenticator.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { identify, type Identity } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { findLinkedEvent } from '~/models/event/co-organizers.server';
import { findInviter } from '~/models/event/invitation.server';
import type { EventRow } from '~/models/event/read.server';
import { DomainError } from '~/models/errors';
import { personSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links', 'organize'] };

/**
 * A link for a co-organizer (rule `co-organizers.link`). Opening it changes nothing, because messengers and
 * mail programs open links; its form uses it up.
 */
export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const event = await linkedEvent(args);
  if (!event) return data({ title: t('organize:expired'), view: null }, 404);
  const identity = await identify(args);
  const { organizerName } = await findInviter(args.context.app.db, { eventId: event.id });
  const view: OrganizeView = {
    eventName: event.name,
    organizerName,
    member: memberView(identity, event),
    leaving: identity?.user && !isHere(identity, event) ? await leavingView(args, identity) : null,
  };
  return { title: t('organize:title', { event: event.name }), view };
}

function linkedEvent({ params, context: { app } }: LoaderFunctionArgs) {
  return findLinkedEvent(app.db, { token: params.token ?? '', now: app.now() });
}

const isHere = (identity: Identity, event: EventRow) => identity.event.id === event.id;

function memberView(identity: Identity | null, event: EventRow): OrganizeView['member'] {
  if (!identity?.user || !isHere(identity, event)) return null;
  const { name, isOrganizer } = identity.user;
  return { name, isOrganizer };
}

/** The question for a member of another event (rule `session.one-event`). */
async function leavingView({ request }: LoaderFunctionArgs, { event, user }: Identity) {
  const t = await translator(request);
  return {
    title: t('server:auth.leaving.title', { event: event.name }),
    text: t('server:auth.leaving.text', { name: user?.name }),
    leave: t('server:auth.leaving.leave'),
    stay: t('server:auth.leaving.stay'),
  };
}

/** A member of the event confirms; everybody else enters name and e-mail. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const token = args.params.token ?? '';
  const [identity, event] = [await identify(args), await linkedEvent(args)];
  // The link was used in the meantime; the loader reports it.
  if (!event) return data(null, 401);
  const says = {
    next: paths.home(),
    done: { title: 'organize:done', text: 'organize:done_text' },
    failed: 'entry_failed',
  } as const;
  if (identity?.user && isHere(identity, event)) {
    const { id: userId, name, email } = identity.user;
    const who = { token, userId, eventId: event.id, name, email };
    return outcome(args, { ...says, reply: ({ status }) => data(null, status) }, () =>
      enter(args, 'organizer-link', who),
    );
  }
  const submission = parseForm(form, personSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const who = { token, eventId: event.id, ...submission.value };
  const reply = (error: DomainError) =>
    error.code === 'link_expired' ? data(null, error.status) : formError(submission, error);
  return outcome(args, { ...says, reply }, async () => {
    if (identity?.user && !form.has('leave')) throw new DomainError('other_event');
    await enter(args, 'organizer-link', who);
  });
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function OrganizePage() {
  const { view } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  return (
    <AuthPage>
      {view ? <Organize view={view} result={result ?? undefined} /> : <OrganizeExpired />}
    </AuthPage>
  );
}
