import { storeShared } from '~/browser/uploads/shared-files';
import { sharing } from '~/endpoints';

/**
 * Stores what the phone's gallery shares, until the dialog that adds photos takes it (rule `uploads.share`).
 */
export async function answerShare({ request }: FetchEvent): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('image').filter((value) => value instanceof File);
  await storeShared(files);
  const to = new URL(sharing.dialog(), self.location.origin);
  return Response.redirect(to.href, 303);
}
