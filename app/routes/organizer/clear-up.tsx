import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ClearUpDialog } from '~/components/organizer/people/clear-up-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { recordSecurity } from '~/http/security-log.server';
import { formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { listRecent, planClearUp } from '~/models/photo/clear-up.server';
import { readId } from '~/models/id';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The prefix of a check box's name, before the user's id: form values are read one per name. */
const PERSON = 'person-';

/** Participants who joined in the last hour without a photo, all checked, for the organizer to remove. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const recent = await listRecent(app.db, { actor, eventId: event.id, now: app.now() });
  return {
    title: t('organizer:clear_up.title'),
    people: recent.map(({ id, name, createdAt }) => ({
      field: PERSON + String(id),
      name,
      joinedAt: formatTime(createdAt, language, app.env.EVENT_TIME_ZONE),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event, user } = await requireOrganizer(args);
  const { app } = args.context;
  const userIds = [...(await readForm(args)).keys()].flatMap(
    (name) => (name.startsWith(PERSON) && readId(name.slice(PERSON.length))) || [],
  );
  const says = {
    next: organizerPaths.participants(),
    done: (count: number) =>
      count === 0
        ? ('organizer:clear_up.nobody' as const)
        : ({
            title: 'organizer:clear_up.planned',
            text: 'organizer:clear_up.planned_text',
            values: { count },
          } as const),
  };
  return outcome(args, says, async () => {
    const plan = { actor, eventId: event.id, userIds, now: app.now() };
    const count = await planClearUp(app.db, plan);
    const about = { userId: user.id, eventId: event.id, detail: String(count) };
    if (count > 0) await recordSecurity(args, 'members_cleared', about);
    return count;
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function ClearUp() {
  const { title, people } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.participants()}>
      <ClearUpDialog people={people} />
    </DialogPage>
  );
}
