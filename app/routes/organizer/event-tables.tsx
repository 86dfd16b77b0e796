import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { TablesDialog } from '~/components/tables/tables-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { listTables } from '~/models/table/read.server';
import { tablesFormSchema } from '~/models/table/schema';
import { setTables } from '~/models/table/write.server';
import { keepForm } from '~/browser/keep-form';
import { invitationPaths } from '~/invitation-paths';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer', 'tables'] };

/** The tables of the party, by name or by their number (rule `tables.list`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const tables = await listTables(args.context.app.db, { eventId: event.id });
  const names = tables.map(({ name }) => name).join('\n');
  const cards = names && invitationPaths.pdf(event, { layout: 'tables' });
  return { title: t('tables:desk.dialog'), names, cards };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), tablesFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { names } = submission.value;
  const says = {
    next: organizerPaths.eventRules(),
    done: names.length > 0 ? 'tables:desk.saved' : 'tables:desk.gone',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    setTables(args.context.app.db, { actor, eventId: event.id, names }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventTables() {
  const { title, ...tables } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <TablesDialog {...tables} />
    </DialogPage>
  );
}
