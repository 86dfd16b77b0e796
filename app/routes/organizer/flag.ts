import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { parseId } from '~/http/api.server';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { replaceWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { reviewSchema } from '~/models/report.schema';
import { setReportStatus } from '~/models/report.server';
import type { OfflineAnswer } from '~/offline/offline-answer';
import { paths, safeNext } from '~/paths';

/** A report has no page of its own. */
export const loader = () => redirect(paths.flags());

/** Dismisses a report or calls its photo inappropriate. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args.request);
  const next = safeNext(form.get('next'), paths.flags());
  try {
    const reportId = parseId(args.params.reportId);
    const { status } = parseValues(reviewSchema, Object.fromEntries(form));
    await setReportStatus(app.db, { reportId, actor, status, now: app.now() });
    const text = `flags:review.${status}`;
    return await replaceWithToast(args, next, { tone: 'ok', title: 'flags:review.title', text });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const t = await translator(args.request);
    return replaceWithToast(args, next, {
      tone: 'bad',
      title: 'flags:error',
      text: 'flags:review.failed',
      values: { reason: t(`errors:${error.code}`) },
    });
  }
}

/** A lost connection leaves the card as it is instead of taking the whole screen away. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<OfflineAnswer>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { code: 'offline' } satisfies OfflineAnswer;
  }
}
