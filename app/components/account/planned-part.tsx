import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PLANNED } from '~/models/message/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '../dialogs/dialog-link';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { SubmitButton } from '../ui/submit';
import type { PlannedList, PlannedView } from './account-views';
import { CLASSES_THREAD_HEAD } from './conversation';

/** The planned messages, which can be changed and cancelled until they are sent. */
export function PlannedPart({ list: { planned } }: { list: PlannedList }) {
  const { t } = useTranslation('account');
  return (
    <section className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="planned">
      <div className="contents">
        <h2 className={CLASSES_THREAD_HEAD} id="planned">
          {t('planned.title')}
        </h2>
        <p className="text-ink-soft">{t('planned.intro')}</p>
      </div>
      {planned.length === 0 && (
        <p className="my-4 text-center text-ink-soft">{t('planned.none')}</p>
      )}
      {planned.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {planned.map((message) => (
            <PlannedItem key={message.id} message={message} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PlannedItem({ message }: { message: PlannedView }) {
  const { t } = useTranslation('account');
  const { id, to, author, text, time, unsent } = message;
  const isPending = useNavigation().formData?.get('plannedId') === String(id);
  return (
    <li className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="inline-flex items-center gap-2">
          <Icon name="clock" />
          {time}
        </strong>
        <span className="wrap-anywhere text-ink-soft">
          <bdi>{to}</bdi>
        </span>
      </div>
      {unsent && (
        <p>
          <Pill tone="bad" icon="alert">
            {t('planned.not_sent')}
          </Pill>{' '}
          {unsent}
        </p>
      )}
      {author && (
        <p className="text-sm font-semibold wrap-anywhere">
          <bdi>{author}</bdi>
        </p>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div className="flex flex-wrap gap-2">
        <DialogLink
          className="button quiet slim"
          to={organizerPaths.plannedMessage(id)}
          aria-label={t('planned.change_one', { time })}
        >
          <Icon name="pencil" />
          {t('planned.change')}
        </DialogLink>
        <Form method="post" action={paths.messages({ with: PLANNED })}>
          <input type="hidden" name="plannedId" value={id} />
          <SubmitButton
            className="quiet slim"
            icon="trash"
            name="intent"
            value="unplan"
            pending={isPending}
            aria-label={t('planned.cancel_one', { time })}
            label={t('planned.cancel')}
          />
        </Form>
      </div>
    </li>
  );
}
