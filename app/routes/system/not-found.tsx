import { data } from '@remix-run/node';
import type { RefusedPage } from '~/http/refusal.server';
import { ErrorPage } from '~/components/shell/error-page';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Any other path: the root's error boundary shows the not-found screen. */
export function loader() {
  throw data<RefusedPage>({ code: 'page_not_found' }, { status: 404 });
}

export const action = loader;

export default ErrorPage;
