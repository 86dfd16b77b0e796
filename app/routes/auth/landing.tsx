import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthPage, PodiumSky } from '~/components/auth/hero';
import { AccessDenied } from '~/components/auth/access-denied';
import { useEntry } from '~/components/auth/entry-form';
import { PrivacyFacts } from '~/components/auth/privacy-facts';
import bunting from '~/components/shell/pictures/bunting.webp';
import { TranslationLink } from '~/components/shell/language-menu';
import { ShareButton } from '~/components/shell/share-button';
import { Icon } from '~/components/ui/icon';
import type { RequestArgs } from '~/http/context';
import { identify, sessionHeaders } from '~/http/guards.server';
import { readLastEvent } from '~/http/last-event.server';
import { originOf } from '~/http/origin.server';
import { hostingWords } from '~/i18n/own-words.server';
import { languageOf, translationOf, translator } from '~/i18n/i18n.server';
import { DEMO_EVENT_ID, DEMO_ORGANIZER_NAME, isExpired } from '~/models/event/rules';
import { findEvent } from '~/models/event/read.server';
import { FREE_PRICE } from '~/models/payment/plan';
import { findWayBack } from '~/models/event/invitation.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { lowestPriceIn } from '../shop/prices';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The landing page. Redirects users who are in an event to it. */
export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  if (await identify(args)) throw redirect(paths.home());
  const t = await translator(args.request);
  const [event, back] = await Promise.all([
    findEvent(app.db, { eventId: DEMO_EVENT_ID }),
    readWayBack(args),
  ]);
  const isOpen = event && !isExpired(event, app.today());
  return data(
    {
      title: t('landing:meta_title'),
      translation: await translationOf(args.request),
      demo: isOpen ? { event: event.name, organizerName: DEMO_ORGANIZER_NAME } : null,
      back,
      price: app.payments ? lowestPriceIn(await languageOf(args.request)) : null,
      hosting: hostingWords(t, app.env.HOSTED_IN).title,
      shareUrl: originOf(args) + paths.auth(),
    },
    { headers: await sessionHeaders(args) },
  );
}

async function readWayBack(args: RequestArgs) {
  const { app } = args.context;
  const link = await readLastEvent(args);
  return link && findWayBack(app.db, { link, today: app.today() });
}

export const handle = { i18n: ['landing'] };

export const meta = pageMeta;

export default function Landing() {
  const { t } = useTranslation(['landing', 'auth']);
  const { translation, demo, back, price, hosting, shareUrl } = useLoaderData<typeof loader>();
  return (
    <AuthPage sky={<PodiumSky />} above={translation && <TranslationLink {...translation} />}>
      <h1 className="sr-only">{t('heading')}</h1>
      <ul className="grid grid-cols-[auto_auto] justify-evenly gap-3 text-sm/[1.3] font-semibold">
        <li className="flex items-center justify-center gap-2.5">
          <Icon className="size-7 text-gold-ink" name="camera" />
          <span className="max-w-36 text-balance">{t('submit_photos')}</span>
        </li>
        <li className="flex items-center justify-center gap-2.5">
          <Icon className="size-7 text-gold-ink" name="star" />
          <span className="max-w-36 text-balance">{t('add_stars')}</span>
        </li>
      </ul>
      {back && (
        <Link className="button big w-full" to={paths.join(back)}>
          <span className="line-clamp-3 min-w-0 wrap-anywhere">
            {t('back')} <bdi>{back.event}</bdi>
          </span>
          <Icon name="chevron-right" />
        </Link>
      )}
      <Link className={`button big w-full ${back ? 'quiet' : ''}`} to={paths.join()}>
        {t('join')}
        <Icon name="chevron-right" />
      </Link>
      <p className="flex items-center gap-4 text-sm/body text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <div className="text-center">
        <h2>{t('welcome')}</h2>
        <p className="mt-1 text-balance text-ink-soft">{t('slogan')}</p>
      </div>
      <div className="grid gap-2">
        <Link className="button quiet big w-full" to={paths.createEvent()}>
          {t('create')} <span className="pill text-sm whitespace-nowrap">{FREE_PRICE}</span>
        </Link>
        <p className="text-center text-sm text-ink-soft">{t('free')}</p>
        {price !== null && (
          <p className="text-center text-sm text-ink-soft">
            {t('plans.more', { price })} <Link to={paths.plans()}>{t('plans.see')}</Link>
          </p>
        )}
      </div>
      <Link className="link justify-self-center" to={paths.join({ as: 'organizer' })}>
        <Icon name="key" />
        {t('organizer')}
      </Link>
      {demo && <DemoCard {...demo} />}
      <PrivacyFacts hosting={hosting} />
      <ShareButton url={shareUrl} />
    </AuthPage>
  );
}

/** One click into the demo event, as a visitor. */
function DemoCard({ event, organizerName }: { event: string; organizerName: string }) {
  const { t } = useTranslation(['landing', 'auth']);
  const { fetcher, error } = useEntry();
  const isOpening = fetcher.state !== 'idle';
  return (
    <section className="card relative flex items-center gap-4">
      <div className="print w-20 flex-none -rotate-3">
        <span className="shot aspect-square">
          <img src={bunting} alt="" width={240} height={180} />
        </span>
      </div>
      <fetcher.Form
        className="min-w-0 flex-1"
        method="post"
        action={paths.joinConfirm({ event, organizer: organizerName })}
      >
        <h3>
          <bdi>{event}</bdi>
        </h3>
        <p className="text-sm text-ink-soft">
          {t('auth:join.organized_by', { name: organizerName })}
        </p>
        <input type="hidden" name="event" value={event} />
        <input type="hidden" name="organizerName" value={organizerName} />
        <button
          className="link cursor-pointer border-0 bg-transparent p-0 underline"
          disabled={isOpening}
        >
          {isOpening ? t('demo.opening') : t('demo.visit')}
          <Icon name="chevron-right" />
        </button>
        {error && <AccessDenied error={error} />}
      </fetcher.Form>
    </section>
  );
}
