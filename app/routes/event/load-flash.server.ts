import type { LoaderFunctionArgs } from '@remix-run/node';
import { LEFT } from '~/components/event/event-views';
import type { FlashView, LineView } from '~/components/event/voting/flash-views';
import type { MissionOffer } from '~/components/event/missions/mission-offer';
import type { Identity } from '~/http/guards.server';
import { formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readFlash } from '~/models/mission/read.server';
import { paths } from '~/paths';

/** The flash mission that runs, in the reader's language. */
async function findFlash({ request, context: { app } }: LoaderFunctionArgs, { event }: Seen) {
  const language = await languageOf(request);
  return readFlash(app.db, event, { now: app.now(), today: app.today(), language });
}

type Seen = Pick<Identity, 'event'>;

/**
 * The choice of the flash mission in the dialog that adds photos; null while none runs. It is preselected if its own
 * button leads there.
 */
export async function loadFlashOffer(
  args: LoaderFunctionArgs,
  seen: Seen,
): Promise<MissionOffer | null> {
  const flash = await findFlash(args, seen);
  if (!flash) return null;
  const t = await translator(args.request);
  const isChosen = new URL(args.request.url).searchParams.has('flash');
  const label = t('missions:flash.choice', { mission: flash.text });
  return { id: flash.missionId, label, isChosen };
}

/** The flash mission that runs, on phones (rule `missions.flash`); null without one. */
export async function loadFlash(args: LoaderFunctionArgs, seen: Seen): Promise<FlashView | null> {
  const flash = await findFlash(args, seen);
  if (!flash) return null;
  const { text: mission, missionId, startedAt, endsAt } = flash;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  const mark = (count: number) => t('duel:minutes', { count });
  const device = t('duel:device');
  return {
    label: t('missions:flash.title'),
    mission,
    note: t('missions:flash.everyone'),
    startedAt: startedAt.getTime(),
    endsAt: endsAt.getTime(),
    until: t('duel:until', {
      time: formatTime(endsAt, language, args.context.app.env.EVENT_TIME_ZONE),
    }),
    words: {
      left: t('duel:left', { time: LEFT, interpolation: { escapeValue: false } }),
      minutes: null,
      marks: { 60: mark(60), 30: mark(30), 10: mark(10), 5: mark(5), 1: mark(1) },
      alone: t('missions:flash.line', { mission }),
      closed: t('missions:flash.over'),
    },
    device,
    act: t('missions:flash.take'),
    to: paths.photosNew({ flash: 1 }),
    offer: { id: missionId, label: t('missions:flash.choice', { mission }), isChosen: true },
  };
}

/** The line's text if it has nothing else to say: the link to the flash mission's card. */
export function flashLine({ label, words, endsAt }: FlashView): Omit<LineView, 'flash'> {
  return {
    label,
    text: words.alone,
    withLeft: null,
    to: paths.feed(),
    turnsAt: endsAt,
    closing: words,
    isFlash: true,
  };
}
