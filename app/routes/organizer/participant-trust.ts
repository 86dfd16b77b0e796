import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import type { Toast } from '~/http/session-data';
import { parseValues } from '~/models/fields.schema';
import { setTrusted } from '~/models/photo/approval.server';
import { firstName } from '~/models/user/rules';
import { trustSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page. */
export const loader = redirectLoader(organizerPaths.participants(), 'userId');

/** Lets a participant's photos through from now on, or takes that back (rule `approval.trust`). */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), organizerPaths.participants()),
    done: ({ member, approved }: Awaited<ReturnType<typeof setTrusted>>): Toast => {
      const values = { name: firstName(member.name), count: approved };
      if (!member.isTrusted) return { tone: 'ok', title: 'organizer:waiting.untrusted', values };
      const text = approved > 0 ? ('organizer:waiting.approved_all' as const) : undefined;
      return { tone: 'ok', title: 'organizer:waiting.trusted', text, values };
    },
    refused: { title: 'flags:error', text: 'flags:hidden.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, async () => {
    const userId = pageId(args.params.userId);
    const { trusted } = parseValues(trustSchema, Object.fromEntries(form));
    return setTrusted(app.db, { userId, actor, isTrusted: trusted });
  });
}

export const clientAction = keepForm;
