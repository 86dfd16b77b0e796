import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireMember, requireRunning, requireVisit, wantsJson } from '~/http/guards.server';
import { redirectWith } from '~/http/flash.server';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError, ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { addPhoto } from '~/models/photo.server';
import { paths } from '~/paths';

/** Uploading has no page of its own: the slots stand on the profile. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { actor } = await requireVisit(args);
  return redirect(paths.ownPhotos(actor.role));
}

/**
 * A photo into one of the own slots (rule `photos.slot`). A form is redirected, what went wrong is
 * drawn at its slot; a script that accepts JSON gets the code.
 */
export async function action(args: ActionFunctionArgs) {
  const { user, event, actor } = await requireMember(args, { next: paths.home('profile') });
  const next = paths.ownPhotos(actor.role);
  const { position, code } = await takePhoto(args, { userId: user.id, eventId: event.id });

  if (wantsJson(args.request)) {
    return code
      ? Response.json({ ok: false, code }, { status: ERROR_STATUS[code] })
      : Response.json({ ok: true }, { status: 201 });
  }
  if (!code) return redirectWith(args, next, { toast: { tone: 'ok', title: 'event:slot.added' } });
  const t = await translator(args.request);
  return redirectWith(args, next, {
    slotError: { position, code },
    toast: {
      tone: 'bad',
      title: 'event:slot.failed',
      text: 'event:slot.failed_text',
      values: { reason: t(`errors:${code}`) },
    },
  });
}

/** Receives the form and fills the slot; `code` is what a rule had against it, if one had. */
async function takePhoto(
  args: ActionFunctionArgs,
  owner: { userId: number; eventId: number },
): Promise<{ position: number; code: ErrorCode | null }> {
  let position = 0;
  try {
    await using upload = await receiveUpload(args);
    position = Number(upload.fields.position);
    if (!upload.file) throw new DomainError('file_required');
    await addPhoto(args.context.app, { ...owner, position, file: upload.file });
    return { position, code: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { position, code: error.code };
  }
}
