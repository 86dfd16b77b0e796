import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PlanGains } from '~/components/shop/plan-gains';
import { PlainPage } from '~/components/shell/plain-page';
import { pageMeta } from '~/http/page-meta';
import { languageOf, translator } from '~/i18n/i18n.server';
import { PLAN_TABLE } from '~/models/payment/plan';
import { paths } from '~/paths';
import { pricesIn } from './prices';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['shop', 'landing'] };

/** The plans and their prices, for anyone (rule `plans.page`). Without payments there is nothing to show. */
export async function loader(args: LoaderFunctionArgs) {
  if (args.context.app.payments === null) throw redirect(paths.createEvent());
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  return { title: t('shop:plans.title'), prices: pricesIn(language) };
}

export const meta = pageMeta;

export default function Plans() {
  const { t } = useTranslation(['shop', 'landing']);
  const { title, prices } = useLoaderData<typeof loader>();
  return (
    <PlainPage title={title} back={{ to: paths.auth() }}>
      <p className="mb-5 text-ink-soft">{t('shop:plans.text')}</p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {PLAN_TABLE.map((plan) => (
          <li className="card grid content-start gap-3" key={plan.id}>
            <h2 className="m-0">{t(`shop:names.${plan.id}`)}</h2>
            <p className="font-display text-[2rem]/none tracking-display tabular-nums">
              {prices[plan.id]}
            </p>
            <PlanGains plan={plan} />
          </li>
        ))}
      </ul>
      <Link className="button big mt-6 w-full" to={paths.createEvent()}>
        {t('landing:create')}
      </Link>
    </PlainPage>
  );
}
