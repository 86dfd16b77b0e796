import { keepShared } from '~/browser/uploads/shared-files';
import { sharing } from '~/endpoints';

/** What the phone's gallery shares: kept until the dialog that adds photos is there (rule `uploads.share`). */
export async function answerShare({ request }: FetchEvent): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('image').filter((value) => value instanceof File);
  await keepShared(files);
  const to = new URL(sharing.dialog(), self.location.origin);
  return Response.redirect(to.href, 303);
}
