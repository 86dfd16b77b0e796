import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { NewLink } from '~/components/organizer/people/co-organizers';
import { ParticipantsScreen } from '~/components/organizer/people/participants-screen';
import { readForm, type FormTexts } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageId } from '~/http/refusal.server';
import { translator } from '~/i18n/i18n.server';
import type { Person } from '~/models/access';
import { undoClearUp } from '~/models/photo/clear-up.server';
import { liftBan } from '~/models/user/bans.server';
import { useAnswer } from '~/browser/use-answer';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { inviteCoOrganizer, removeCoOrganizer, withdrawLink } from './co-organizer-forms.server';
import { loadMarks } from '~/routes/event/load-marks.server';
import { loadParticipants, readParticipantsQuery } from './load-participants.server';
import type { ScreenHandle } from '../event/screen-handle';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  side: 'participants',
  i18n: ['organizer'],
} satisfies ScreenHandle;
/**
 * The participants, for the organizer: `?q=` searches names, `?sort=` orders them, `?without=photo` shows
 * only those without a photo.
 */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireOrganizer(args);
  const t = await translator(args.request);
  const query = readParticipantsQuery(new URL(args.request.url).searchParams);
  const marks = await loadMarks(args, ['people', 'photos', 'stars']);
  return {
    title: t('organizer:participants.title'),
    marks,
    view: await loadParticipants(args, identity, query),
  };
}

/**
 * Intents: `undo` cancels pending removals; `invite-co-organizer`, `end-co-organizer` and `withdraw-link` are
 * about co-organizers; without an intent, lifts a ban.
 */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const form = await readForm(args);
  switch (form.get('intent')) {
    case 'undo':
      return undoRemovals(args, { actor });
    case 'invite-co-organizer':
      return inviteCoOrganizer(args, { actor });
    case 'end-co-organizer':
      return removeCoOrganizer(args, { actor, form });
    case 'withdraw-link':
      return withdrawLink(args, { actor, form });
    default:
      return letBackIn(args, { actor, form });
  }
}

interface Asked {
  actor: Person;
}

function undoRemovals(args: ActionFunctionArgs, { actor }: Asked) {
  const next = organizerPaths.participants();
  return outcome(args, { next, done: 'organizer:clear_up.undone' }, () =>
    undoClearUp(args.context.app.db, { actor, eventId: actor.eventId }),
  );
}

function letBackIn(args: ActionFunctionArgs, { actor, form }: Asked & { form: FormTexts }) {
  const says = {
    next: organizerPaths.participants(),
    done: 'organizer:kept_out.done',
    refused: 'organizer:kept_out.failed',
  } as const;
  return outcome(args, says, () =>
    liftBan(args.context.app.db, {
      actor,
      eventId: actor.eventId,
      id: pageId(form.get('keptOutId')),
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Participants() {
  const made = useAnswer<NewLink>() ?? null;
  return <ParticipantsScreen view={useLoaderData<typeof loader>().view} made={made} />;
}
