import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { Icon, type IconName } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { PostForm } from '~/components/ui/post-form';
import type { PublicMission } from '~/models/mission/shape';
import { useNextWork } from '../use-next-work';
import { dragRows } from './drag-rows';

/**
 * The missions in their order. Each can be moved, switched and removed by buttons of its own, and moved by dragging its
 * handle, which only a pointer needs.
 */
export function MissionRows({ missions, isOver }: { missions: PublicMission[]; isOver: boolean }) {
  const { t } = useTranslation('missions');
  const { list, noteWork } = useNextWork<HTMLUListElement>(missions);
  const { formData, submit } = useFetcher();
  const rows = movedBy(missions, formData);
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    if (isOver || !list.current) return;
    return dragRows(list.current, (from, to) => {
      const missionId = latest.current[from]?.id ?? 0;
      const fields = { intent: 'change', missionId, position: to + 1 };
      submit(fields, { method: 'post', action: organizerPaths.eventMissions() });
    });
  }, [isOver, list, submit]);
  return (
    <ul ref={list} tabIndex={-1}>
      {rows.map(({ id, text, enabled, position }) => (
        <li
          key={id}
          className="flex min-h-13 flex-wrap items-center gap-x-3 border-line py-1 not-first:border-t"
        >
          {!isOver && missions.length > 1 && (
            <span
              className="-ml-3 grid size-touch cursor-grab touch-none place-items-center text-ink-soft noscript:hidden"
              data-grip
              aria-hidden="true"
            >
              <Icon className="rotate-90" name="more" />
            </span>
          )}
          <p className="min-w-40 flex-1 wrap-anywhere">
            <bdi>{text}</bdi> {!enabled && <Pill tone="warn">{t('desk.is_off')}</Pill>}
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
  );
}

/** The missions in the order that a drop has asked for, until the server has answered. */
function movedBy(missions: PublicMission[], form: FormData | undefined): PublicMission[] {
  const moved = missions.find(({ id }) => String(id) === form?.get('missionId'));
  if (!moved) return missions;
  const order = missions.filter((mission) => mission !== moved);
  order.splice(Number(form?.get('position')) - 1, 0, moved);
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
  /** Whether the focus goes to the next one once this is gone. */
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
