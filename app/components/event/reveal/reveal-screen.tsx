import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { startConfetti } from '~/browser/confetti';
import { noteRevealSeen } from '~/browser/reveal/seen-reveals';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { FIRST_MS } from '~/models/event/reveal-steps';
import { stageAt, type RevealStage } from '~/models/event/reveal-stage';
import { REVEAL_MS } from '~/models/event/standings';
import type { PodiumPlace } from '~/models/photo/star';
import { RevealAir } from './reveal-air';
import { RevealBlocks } from './reveal-blocks';
import type { RevealView } from './reveal-view';
import { photosAt, useRevealWords } from './reveal-words';
import { useReveal } from './use-reveal';

/** How often the page reloads without scripts, in seconds. */
const RELOAD_S = 5;
/** A page that is opened later than this after the first place is told shows no confetti. */
const CONFETTI_WITHIN_MS = 2000;

const CLASSES_NUMBER = 'font-display text-[1.75rem]/none font-normal';

/** The reveal: third, second, first (rule `reveal.steps`). */
export function RevealScreen({ view }: { view: RevealView }) {
  const { eventId, revealedAt, links, again, photoCount } = view;
  const { show, passed, isLost } = useReveal(view.show, eventId);
  const { t, nameAll, wordsOf } = useRevealWords(show);
  useEffect(() => {
    if (eventId !== null) noteRevealSeen(eventId, revealedAt);
  }, [eventId, revealedAt]);
  const stage = stageAt(show.steps, passed);
  const place = placeOf(stage);
  const photos = place ? photosAt(show, place) : [];
  const isMissing = place !== null && photos.length === 0;
  const isOver = passed >= REVEAL_MS;
  const own = photos.filter(({ isYours }) => isYours);
  const isWon = place === 1 && own.length > 0;
  const words = wordsOf(stage, isMissing || (isLost && place === null));
  return (
    <main
      className="reveal on-night relative flex min-h-dvh flex-col overflow-hidden text-center text-on-night"
      id="content"
      data-own={own.length > 0 ? place : undefined}
      data-stage={isMissing ? 'lost' : stage.name}
    >
      {!isOver && (
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_S)} />
        </noscript>
      )}
      <span className="flood absolute inset-0" aria-hidden="true" />
      <Lights out={isLost} className="flex-none" />
      <Link
        className="leave icon-button absolute right-2 z-1"
        to={links.leave}
        aria-label={t('leave')}
      >
        <Icon name="close" />
      </Link>
      {again && (
        <p className="rehearsal flex flex-wrap items-center justify-center gap-x-2 gap-y-1 pt-2 text-sm/body">
          <strong className="pill">{t('rehearsal.title')}</strong> {t('rehearsal.text')}
        </p>
      )}
      <div className="reveal-say px-5 pt-5" key={words.title}>
        <h1>{words.title}</h1>
        {words.text && !isWon && <p>{words.text}</p>}
        {isLost && place !== null && !isMissing && (
          <p className="text-sm">{`${t('lost.title')}. ${t('lost.text')}.`}</p>
        )}
        {words.saw && (
          <p className="saw inline-flex items-center gap-3 rounded-card px-3 py-2.5 pr-4 text-left">
            <Icon className="size-8 text-gold" name="star" fill />
            <span className="text-sm/body">
              <strong className="block text-lg leading-tight text-on-night">
                {words.saw.title}
              </strong>
              <span>{words.saw.text}</span>
            </span>
          </p>
        )}
      </div>
      <p className="sr-only" aria-live="polite" data-said>
        {words.said}
      </p>
      <RevealAir {...{ stage, passed, t }} photos={isWon ? own : photos} isWon={isWon} />
      {isWon ? (
        <dl className="flex justify-center gap-6 pb-4 font-semibold">
          <div className="reveal-number">
            <dt>{t('stars_label', { count: own[0]?.stars ?? 0 })}</dt>
            <dd className={CLASSES_NUMBER}>{own[0]?.stars}</dd>
          </div>
          <div className="reveal-number">
            <dt>{t('of', { count: photoCount })}</dt>
            <dd className={CLASSES_NUMBER}>{t('first')}</dd>
          </div>
        </dl>
      ) : (
        <RevealBlocks {...{ show, stage, passed, nameAll, t }} />
      )}
      <div className="reveal-acts mx-auto grid gap-2 px-5">
        {isOver && again && (
          <Link className="button lit my-3" to={again} replace>
            <Icon name="play" />
            {t('rehearsal.again')}
          </Link>
        )}
        {isOver && (
          <Link className={`button my-3 ${again ? 'quiet' : 'lit'}`} to={links.done}>
            {again ? t('rehearsal.back') : t(isWon ? 'whole' : 'podium')}
          </Link>
        )}
      </div>
      {stage.name === 'first' && photos.length > 0 && (
        <Confetti isOn={passed - FIRST_MS < CONFETTI_WITHIN_MS} />
      )}
    </main>
  );
}

/** The place that a stage shows; null if it shows none. */
function placeOf(stage: RevealStage): PodiumPlace | null {
  if (stage.name === 'place') return stage.place;
  return stage.name === 'first' ? 1 : null;
}

/** @param props.isOn whether it begins when it is first drawn */
function Confetti({ isOn }: { isOn: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const begins = useRef(isOn);
  useEffect(() => {
    if (begins.current && canvas.current) return startConfetti(canvas.current);
  }, []);
  return (
    <canvas
      ref={canvas}
      className="pointer-events-none fixed inset-0 size-full"
      aria-hidden="true"
    />
  );
}
