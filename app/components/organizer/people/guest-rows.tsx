import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { PostForm } from '~/components/ui/post-form';
import { SubmitButton } from '~/components/ui/submit';
import type { GuestStatus, ShownGuest } from '~/models/user/guest-list';
import { useNextWork } from '../use-next-work';
import { CLASSES_PEOPLE, Person } from './people';

const TONES: Partial<Record<GuestStatus, 'ok' | 'warn' | 'bad'>> = {
  here: 'ok',
  due: 'warn',
  failed: 'bad',
};

/** People on the guest list, each with their progress and a button that takes them off. */
export function GuestRows({ guests }: { guests: ShownGuest[] }) {
  const { t } = useTranslation('organizer');
  const { list, noteWork } = useNextWork<HTMLUListElement>(guests);
  return (
    <ul className={CLASSES_PEOPLE} ref={list} tabIndex={-1}>
      {guests.map(({ id, name, email, status }) => (
        <Person key={id}>
          <div className="min-w-0 flex-1 py-2">
            <p className="font-bold wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <bdi>{email}</bdi>
            </p>
            <p className="mt-1">
              <Pill tone={TONES[status]}>{t(`guests.status.${status}`)}</Pill>
            </p>
          </div>
          <PostForm action={organizerPaths.guests()} onSubmit={noteWork}>
            <input type="hidden" name="guestId" value={id} />
            <SubmitButton
              className="quiet slim"
              name="intent"
              value="remove"
              aria-label={t('guests.remove_one', { name })}
              title={t('guests.remove')}
              label={<Icon name="close" />}
            />
          </PostForm>
        </Person>
      ))}
    </ul>
  );
}
