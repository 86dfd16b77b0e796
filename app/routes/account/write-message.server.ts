import type { ActionFunctionArgs } from '@remix-run/node';
import { formError, invalidForm, parseForm, type FormTexts } from '~/http/forms.server';
import type { Member } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageId } from '~/http/refusal.server';
import { planLimited, sendLimited } from '~/http/send-message.server';
import { formatMoment } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { cancelPlanned } from '~/models/message/planned.server';
import { EVERYONE, PLANNED, PLATFORM } from '~/models/message/rules';
import { writeFormSchema } from '~/models/message/schema';
import { paths } from '~/paths';
import { readCorrespondent } from './open-conversation.server';

/** Sends what was written below the open conversation, or plans it if the form has a time. */
export async function writeMessage(
  args: ActionFunctionArgs,
  member: Member,
  { form, here }: { form: FormTexts; here: string },
) {
  const { EVENT_TIME_ZONE: timeZone } = args.context.app.env;
  const withWhom = await readCorrespondent(args, member);
  const isToMany = withWhom === EVERYONE;
  const submission = parseForm(form, writeFormSchema(timeZone));
  if (submission.status !== 'success') return invalidForm(submission);
  const { message, sendAt, audience } = submission.value;
  const toUserId = isToMany ? audience : withWhom;
  const says = {
    // If the other person was removed, their conversation is gone, too.
    back: paths.messages(),
    refused: 'account:messages.failed',
    reply: (error: DomainError) => {
      if (error.code !== 'user_not_found') return formError(submission, error);
      // Nobody is in this audience now; another audience may have people.
      const choose = new DomainError('recipient_required', { field: 'audience', cause: error });
      return isToMany ? formError(submission, choose) : undefined;
    },
  } as const;
  const written = () => {
    if (toUserId === null || toUserId === PLATFORM || toUserId === PLANNED) {
      throw new DomainError('recipient_required');
    }
    return { actor: member.actor, toUserId, message };
  };
  if (sendAt) {
    const time = formatMoment(sendAt, await languageOf(args.request), timeZone);
    const planned = {
      next: paths.messages({ with: PLANNED }),
      done: { title: 'account:planned.done', values: { time } },
    } as const;
    return outcome(args, { ...says, ...planned }, async () =>
      planLimited(args, { ...written(), sendAt }),
    );
  }
  const sent = {
    // The new message is shown above the form.
    next: `${here}#newest`,
    done: ({ count }: { count: number }) =>
      isToMany
        ? ({ title: 'account:messages.sent_to', values: { count } } as const)
        : ('account:messages.sent' as const),
  };
  return outcome(args, { ...says, ...sent }, async () => sendLimited(args, written()));
}

/** Cancels a planned message of the list. */
export function cancelPlannedMessage(
  args: ActionFunctionArgs,
  { actor }: Member,
  { form }: { form: FormTexts },
) {
  const says = {
    next: paths.messages({ with: PLANNED }),
    done: 'account:planned.cancelled',
    refused: 'account:planned.cancel_failed',
  } as const;
  return outcome(args, says, async () =>
    cancelPlanned(args.context.app.db, { actor, id: pageId(form.get('plannedId')) }),
  );
}
