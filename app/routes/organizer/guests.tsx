import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { GuestsReply } from '~/components/organizer/people/guest-list-form';
import { GuestsScreen } from '~/components/organizer/people/guests-screen';
import type { FormTexts } from '~/http/forms.server';
import { readGuestForm, sendConfirmation } from '~/http/guest-list.server';
import { requireOrganizer, type Member } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { translator } from '~/i18n/i18n.server';
import type { Toast } from '~/http/session-data';
import type { Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { addGuests, removeGuest, requestGuestMails } from '~/models/user/guest-list.server';
import type { GuestsAdded } from '~/models/user/guest-list';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { organizerPaths } from '~/organizer-paths';
import type { ScreenHandle } from '../event/screen-handle';
import { loadGuests } from './load-guests.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  side: 'participants',
  i18n: ['organizer'],
} satisfies ScreenHandle;

/** The people to invite by mail: `?q=` searches them, `?not=here` shows those who are not here yet. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:guests.title'), view: await loadGuests(args, member) };
}

/**
 * Intents: `invite` and `remind` ask for mails, `confirm` mails the organizer the link that confirms their own
 * address, `remove` takes a person off the list; any other adds a list.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireOrganizer(args);
  const { actor } = member;
  const form = await orRefuse(args, () => readGuestForm(args.request));
  switch (form.texts.get('intent')) {
    case 'invite':
      return requestMails(args, member, 'invitation');
    case 'remind':
      return requestMails(args, member, 'reminder');
    case 'confirm':
      return confirm(args, member);
    case 'remove':
      return remove(args, { actor, form: form.texts });
    default:
      return add(args, { actor, list: form.list, isFile: form.isFile });
  }
}

type Notice = Omit<Toast, 'tone'>;

/**
 * Adds a list. Lines with an error are returned to the form, so that they can be corrected. A text that is refused as a
 * whole is returned, too; a file has to be chosen again.
 */
function add(
  args: ActionFunctionArgs,
  { actor, list, isFile }: { actor: Person; list: string; isFile: boolean },
) {
  const says = {
    next: organizerPaths.guests(),
    done: ({ added, known }: GuestsAdded): Notice => ({
      title: 'organizer:guests.added',
      text: known > 0 ? 'organizer:guests.known' : undefined,
      values: { count: added, number: known },
    }),
    answers: async ({ added, known, errors }: GuestsAdded) => {
      if (errors.length === 0) return null;
      const lines = errors.map(({ text }) => text).join('\n');
      return data<GuestsReply>({ list: lines, listError: null, added, known, errors });
    },
    reply: ({ code, status }: DomainError) =>
      data<GuestsReply>(
        { list: isFile ? '' : list, listError: code, added: 0, known: 0, errors: [] },
        status,
      ),
  };
  return outcome(args, says, () =>
    addGuests(args.context.app.db, { actor, eventId: actor.eventId, list }),
  );
}

function requestMails(
  args: ActionFunctionArgs,
  { actor, user, event }: Member,
  kind: 'invitation' | 'reminder',
) {
  const { db, now } = args.context.app;
  const says = {
    next: organizerPaths.guests(),
    refused: 'organizer:guests.request_failed',
    done: (count: number): Notice =>
      count === 0
        ? { title: 'organizer:guests.nobody_waits' }
        : { title: 'organizer:guests.requested', values: { count } },
  } as const;
  const isConfirmed = user.emailConfirmedAt !== null;
  return outcome(args, says, () =>
    requestGuestMails(db, { actor, eventId: event.id, kind, isConfirmed, now: now() }),
  );
}

function confirm(args: ActionFunctionArgs, { user }: Member) {
  const says = {
    next: organizerPaths.guests(),
    done: 'organizer:guests.confirm_sent',
    refused: 'organizer:guests.confirm_failed',
  } as const;
  return outcome(args, says, () => sendConfirmation(args, user));
}

function remove(args: ActionFunctionArgs, { actor, form }: { actor: Person; form: FormTexts }) {
  const says = {
    next: organizerPaths.guests(),
    done: 'organizer:guests.removed',
    refused: 'organizer:guests.remove_failed',
  } as const;
  return outcome(args, says, async () =>
    removeGuest(args.context.app.db, {
      actor,
      eventId: actor.eventId,
      guestId: pageId(form.get('guestId')),
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Guests() {
  const reply = useAnswer<GuestsReply>() ?? null;
  return <GuestsScreen view={useLoaderData<typeof loader>().view} reply={reply} />;
}
