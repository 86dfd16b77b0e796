import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ParticipantsScreen } from '~/components/organizer/people/participants-screen';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageId } from '~/http/refusal.server';
import { translator } from '~/i18n/i18n.server';
import { undoClearUp } from '~/models/photo/clear-up.server';
import { liftBan } from '~/models/user/bans.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
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

/** Intents: `undo` cancels pending removals; without an intent, lifts a ban. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const form = await readForm(args);
  if (form.get('intent') === 'undo') {
    const next = organizerPaths.participants();
    return outcome(args, { next, done: 'organizer:clear_up.undone' }, () =>
      undoClearUp(args.context.app.db, { actor, eventId: actor.eventId }),
    );
  }
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
  return <ParticipantsScreen view={useLoaderData<typeof loader>().view} />;
}
