import { data } from '@remix-run/node';
import { ErrorPage } from '~/components/shell/error-page';

/** Any other path: the root's error boundary draws the not-found screen. */
export function loader() {
  throw data({ code: 'page_not_found' as const }, { status: 404 });
}

export function action() {
  throw data({ code: 'page_not_found' as const }, { status: 404 });
}

export default ErrorPage;
