import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { ErrorPage } from '~/components/shell/error-page';

/**
 * Any other path: the root's error boundary draws the not-found screen. Also what is refused on an address
 * without a screen of its own.
 */
export function loader({ context }: LoaderFunctionArgs) {
  const { status, code = status === 404 ? 'page_not_found' : undefined } = context.refusal ?? {
    status: 404,
  };
  throw data({ code }, { status });
}

export const action = loader;

export default ErrorPage;
