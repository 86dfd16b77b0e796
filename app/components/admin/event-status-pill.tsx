import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventStatus } from '~/models/event/rules';
import { Pill } from '../ui/pill';

const LOOKS: Record<EventStatus, Pick<ComponentProps<typeof Pill>, 'tone' | 'icon'>> = {
  soon: { icon: 'clock' },
  running: { tone: 'ok', icon: 'check' },
  full: { tone: 'warn', icon: 'users' },
  ended: { icon: 'lock' },
};

/** The status of an event. */
export function EventStatusPill({ status }: { status: EventStatus }) {
  const { t } = useTranslation('admin');
  return <Pill {...LOOKS[status]}>{t(`events.statuses.${status}`)}</Pill>;
}
