import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { CurtainTask, CurtainView } from '~/components/event/event-views';
import { Announced, TimeLeft, useTimeLeft } from '~/components/event/voting/voting-clock';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { closingMark, CURTAIN_MARKS } from '~/models/photo/voting';
import { paths } from '~/paths';

/** What guests see instead of the podium while standings are hidden (rule `standings.curtain`). */
export function Curtain({ curtain, eventId }: { curtain: CurtainView; eventId: number }) {
  const { t } = useTranslation('event');
  const { title, text, countdown, todo, tables } = curtain;
  const falls = useFirstFall();
  return (
    <>
      <h1 className="sr-only max-laptop:hidden">{t('title.top')}</h1>
      <section className={falls ? 'house falls on-night' : 'house on-night'}>
        <div className="cloth grid place-items-center text-center">
          <div className="veil px-6 py-10">
            <h2 className="m-0 text-h1 text-on-night">{title}</h2>
            <p className="mt-2 text-on-night">{text}</p>
            {countdown && <Countdown key={countdown.until} {...{ countdown, eventId }} />}
          </div>
        </div>
        <div className="hem" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      </section>
      <div className="page pt-5">
        {todo && <h2 className="mb-3 text-h3">{todo.title}</h2>}
        {todo && todo.items.length > 0 && (
          <ul className="card grid gap-3">
            {todo.items.map((task, index) => (
              <Task key={task.icon} task={task} isFirst={index === 0} />
            ))}
          </ul>
        )}
        {todo?.items.length === 0 && <p>{todo.done}</p>}
        {(!todo || todo.items.length === 0) && (
          <DialogLink className="button mt-4" to={paths.feed()}>
            <Icon name="photos" />
            {t('top.see_photos')}
          </DialogLink>
        )}
        {tables && (
          <p className="mt-4">
            <Link className="button quiet" to={tables.to}>
              {tables.label}
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

let hasFallen = false;

/** Whether the cloth falls, once after the app hydrated. A server-rendered page shows it hanging. */
function useFirstFall(): boolean {
  const isHydrated = useHydrated();
  const [falls] = useState(isHydrated && !hasFallen);
  useEffect(() => {
    hasFallen = true;
  }, []);
  return falls;
}

function Task({
  task: { icon, title, text, act, to },
  isFirst,
}: {
  task: CurtainTask;
  isFirst: boolean;
}) {
  return (
    <li className="flex items-center gap-3.5 border-line not-first:border-t not-first:pt-3">
      <Icon name={icon} className="size-7 flex-none" />
      <span className="min-w-0 flex-1">
        <strong>{title}</strong>
        <span className="block text-sm text-ink-soft">{text}</span>
      </span>
      <DialogLink className={isFirst ? 'button flex-none' : 'button quiet flex-none'} to={to}>
        {act}
      </DialogLink>
    </li>
  );
}

/** The time until voting closes, by the server's clock; nothing without scripts, where the text says the time. */
function Countdown(props: { countdown: NonNullable<CurtainView['countdown']>; eventId: number }) {
  return useHydrated() ? <Clock {...props} /> : null;
}

function Clock({
  countdown: { until, unit, words },
  eventId,
}: {
  countdown: NonNullable<CurtainView['countdown']>;
  eventId: number;
}) {
  const { left } = useTimeLeft(until, eventId, CURTAIN_MARKS[0]);
  if (left === null || left <= 0) return null;
  const mark = closingMark(left, CURTAIN_MARKS);
  if (mark === null) return null;
  return (
    <div className="mt-5">
      <p className="font-display text-place/none text-on-night tabular-nums">
        <TimeLeft left={left} words={words} />
      </p>
      <p className="text-sm font-semibold text-on-night-soft" aria-hidden="true">
        {unit}
      </p>
      <Announced text={words.marks[mark]} />
    </div>
  );
}
