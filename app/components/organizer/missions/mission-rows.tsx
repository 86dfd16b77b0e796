import { Link, useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { Icon, type IconName } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { PostForm } from '~/components/ui/post-form';
import type { PublicMission } from '~/models/mission/shape';
import { useNextWork } from '../use-next-work';
import { dragRows } from './drag-rows';

/** A mission on the desk, with the link to its photos; null without any. */
export interface DeskMission extends PublicMission {
  photos: { to: string; text: string } | null;
}

/** A mission's new place, from 1. */
interface Move {
  missionId: number;
  position: number;
}

/**
 * The missions in their order. Each can be moved, switched and removed with its buttons, and moved by its handle: by
 * dragging it, or with the arrow keys, Home and End.
 */
export function MissionRows({ missions, isOver }: { missions: DeskMission[]; isOver: boolean }) {
  const { t } = useTranslation('missions');
  const { list, noteWork } = useNextWork<HTMLUListElement>(missions);
  const { rows, move } = useMoves(missions);
  const latest = useRef(rows);
  latest.current = rows;
  const [said, say] = useState('');
  useEffect(() => {
    if (isOver || !list.current) return;
    return dragRows(list.current, (from, to) => {
      move({ missionId: latest.current[from]?.id ?? 0, position: to + 1 });
    });
  }, [isOver, list, move]);
  useEffect(() => {
    if (said) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  function press(event: KeyboardEvent, from: number) {
    const last = rows.length - 1;
    const places = new Map([
      ['ArrowUp', from - 1],
      ['ArrowDown', from + 1],
      ['Home', 0],
      ['End', last],
    ]);
    const to = places.get(event.key);
    const mission = rows[from];
    if (to === undefined || !mission) return;
    event.preventDefault();
    if (to === from || to < 0 || to > last) return;
    const position = to + 1;
    move({ missionId: mission.id, position });
    say(t('desk.moved', { mission: mission.text, position, count: rows.length }));
  }

  return (
    <>
      <ul ref={list} tabIndex={-1}>
        {rows.map(({ id, text, enabled, position, photos }, index) => (
          <li
            key={id}
            className="flex min-h-13 flex-wrap items-center gap-x-3 border-line py-1 not-first:border-t"
          >
            {!isOver && missions.length > 1 && (
              <button
                type="button"
                className="icon-button -ml-3 cursor-grab touch-none text-ink-soft noscript:hidden"
                data-grip
                aria-label={t('desk.move', { mission: text })}
                title={t('desk.move_keys')}
                onKeyDown={(event) => press(event, index)}
              >
                <Icon className="rotate-90" name="more" />
              </button>
            )}
            <p className="min-w-40 flex-1 wrap-anywhere">
              <bdi>{text}</bdi> {!enabled && <Pill tone="warn">{t('desk.is_off')}</Pill>}
              {photos && (
                <span className="block">
                  <Link className="link text-sm" to={photos.to}>
                    {photos.text}
                    <span className="sr-only"> {text}</span>
                  </Link>
                </span>
              )}
            </p>
            {!isOver && (
              <div className="ml-auto flex">
                {position > 1 && (
                  <Deed
                    missionId={id}
                    icon="arrow-up"
                    label={t('desk.up', { mission: text })}
                    fields={{ intent: 'change', position: position - 1 }}
                  />
                )}
                {position < missions.length && (
                  <Deed
                    missionId={id}
                    icon="chevron-down"
                    label={t('desk.down', { mission: text })}
                    fields={{ intent: 'change', position: position + 1 }}
                  />
                )}
                <Deed
                  missionId={id}
                  icon={enabled ? 'pause' : 'play'}
                  label={t(enabled ? 'desk.disable' : 'desk.enable', { mission: text })}
                  fields={{ intent: 'change', enabled: String(!enabled) }}
                />
                <Deed
                  missionId={id}
                  icon="trash"
                  label={t('desk.remove', { mission: text })}
                  fields={{ intent: 'remove' }}
                  isWork
                  onSubmit={noteWork}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

/** The missions in the requested order, until the server has answered, and the function that requests another order. */
function useMoves(missions: DeskMission[]) {
  const { state, submit } = useFetcher();
  /** The first one is being sent. */
  const [queue, setQueue] = useState<readonly Move[]>([]);
  const sent = useRef<Move>();
  const lastState = useRef(state);
  useEffect(() => {
    // One after the other: if two are sent at the same time, the earlier one may arrive last. The fetcher is still idle
    // for a moment after it was called, so it does not show whether the first one was sent.
    const [next] = queue;
    if (!next || next === sent.current || state !== 'idle') return;
    sent.current = next;
    submit(
      { intent: 'change', ...next },
      { method: 'post', action: organizerPaths.eventMissions() },
    );
  }, [queue, state, submit]);
  useEffect(() => {
    if (state === 'idle' && lastState.current !== 'idle') setQueue(([, ...rest]) => rest);
    lastState.current = state;
  }, [state]);
  const move = useCallback((to: Move) => {
    setQueue((before) => {
      // Another key press moves the same mission further.
      const isSame = before.length > 1 && before.at(-1)?.missionId === to.missionId;
      return [...(isSame ? before.slice(0, -1) : before), to];
    });
  }, []);
  return { rows: queue.reduce(movedBy, missions), move };
}

function movedBy(missions: DeskMission[], { missionId, position }: Move): DeskMission[] {
  const moved = missions.find(({ id }) => id === missionId);
  if (!moved) return missions;
  const order = missions.filter((mission) => mission !== moved);
  order.splice(position - 1, 0, moved);
  return order;
}

/** A button with its own form. */
function Deed({
  missionId,
  icon,
  label,
  fields,
  isWork,
  onSubmit,
}: {
  missionId: number;
  icon: IconName;
  label: string;
  fields: Record<string, string | number>;
  /** Whether the focus moves to the next one once this one is gone. */
  isWork?: boolean;
  onSubmit?: () => void;
}) {
  return (
    <PostForm action={organizerPaths.eventMissions()} onSubmit={onSubmit}>
      <input type="hidden" name="missionId" value={missionId} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        className="icon-button"
        aria-label={label}
        title={label}
        data-work={isWork || undefined}
      >
        <Icon name={icon} />
      </button>
    </PostForm>
  );
}
