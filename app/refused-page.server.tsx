import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { ErrorScreen, type Refusal } from '~/components/shell/error-page';
import { PlainDocument } from '~/components/shell/plain-document';
import { referenceText } from '~/http/failed-page.server';
import { instanceFor, languageOf } from '~/i18n/i18n.server';
import { isEndedCode } from '~/models/error-code';

/**
 * Renders the error page for requests that are not screens: a file, an API call, a body that is too large. It
 * has no scripts and does not use the database.
 * @param request its cookies decide the language
 * @param refusal.requestId shown if the request failed
 */
export async function drawRefusal(
  request: Request,
  refusal: Refusal & { requestId?: string },
): Promise<string> {
  const i18n = await instanceFor(await languageOf(request));
  const { pathname, search } = new URL(request.url);
  // Only GET reloads: after a form the reload would request the form's URL as a page.
  const again = request.method === 'GET' ? refusal.again : undefined;
  const { status, requestId } = refusal;
  const isFailure = status === 500 && requestId !== undefined;
  const reference = isFailure ? await referenceText(request, requestId) : undefined;
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <RefusedPage {...refusal} again={again} reference={reference} address={pathname + search} />
    </I18nextProvider>,
  );
  return `<!doctype html>${page}`;
}

function RefusedPage(refusal: Refusal & { address: string }) {
  const { t } = useTranslation(['common', 'event']);
  const { status, code } = refusal;
  const title =
    status === 404
      ? t('not_found.title')
      : isEndedCode(code)
        ? t('event:expired.title')
        : t('error.title');
  return (
    <PlainDocument title={title}>
      <ErrorScreen {...refusal} />
    </PlainDocument>
  );
}
