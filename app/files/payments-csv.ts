import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { paymentsAddress } from '~/components/admin/payments-views';
import { requireAdminUser } from '~/http/admin.server';
import { fileResponse } from '~/http/files.server';
import { wantsJson } from '~/http/guards.server';
import { hasFreshAdminCheck } from '~/http/admin-check.server';
import { logRefusal } from '~/http/refusal.server';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import { LANGUAGE_FACTS } from '~/i18n/languages';
import { readPaymentQuery } from '~/models/payment/admin-list';
import {
  PAYMENTS_CSV_COLUMNS,
  paymentsCsv,
  type PaymentsCsvWords,
} from '~/models/payment/admin-list.server';
import { DomainError } from '~/models/errors';
import { adminPaths } from '~/admin-paths';

/**
 * /admin/payments.csv: the payments that the table's URL lists, for the administrator. If a credential check
 * is needed first, it leads back to the table, because a file is not a screen to return to.
 */
export async function sendPaymentsCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireAdminUser(args);
  const query = readPaymentQuery(new URL(args.request.url).searchParams);
  if (!hasFreshAdminCheck(args, member)) {
    const refusal = new DomainError('admin_authentication_required');
    logRefusal(args, refusal);
    const { code, status } = refusal;
    if (wantsJson(args.request)) return Response.json({ code }, { status });
    return redirect(adminPaths.verify({ next: adminPaths.payments(paymentsAddress(query)) }));
  }
  const { app } = args.context;
  const language = await fileLanguageOf(args.request);
  const { t } = await instanceFor(language);
  const headings = PAYMENTS_CSV_COLUMNS.map((column) => [
    column,
    t(`admin:payments.csv_columns.${column}`),
  ]);
  const body = await paymentsCsv(app.db, query, {
    words: {
      headings: Object.fromEntries(headings) as PaymentsCsvWords['headings'],
      plan: (plan) => t(`shop:names.${plan}`),
      state: (status) => t(`shop:status.${status}`),
      yes: t('admin:payments.yes'),
      no: t('admin:payments.no'),
    },
    timeZone: app.env.EVENT_TIME_ZONE,
    decimalMark: LANGUAGE_FACTS[language].decimalMark,
  });
  return fileResponse(args, { title: `payments-${app.today()}`, extension: 'csv', body });
}
