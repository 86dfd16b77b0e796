import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import type { FlashView } from '~/components/event/voting/flash-views';
import { TimeLeft, useTimeLeft } from '~/components/event/voting/voting-clock';
import { useErrorText } from '~/components/ui/field';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useSubmissionCount } from '~/components/ui/use-submission-count';
import type { ErrorCode } from '~/models/errors';
import type { PublicMission } from '~/models/mission/shape';

const FORM = { id: 'flash', intent: 'flash' };

/** A refused flash mission, as it was filled in. */
export interface FlashReply {
  missionId: string;
  text: string;
  error: ErrorCode;
}

export interface FlashDesk {
  eventId: number;
  running: FlashView | null;
  /** When the next one may be sent, as text; null if it may be sent now. */
  next: string | null;
}

/** Lets the organizer send a flash mission: one of the event's missions, or their own words (rule `missions.flash`). */
export function FlashForm({
  desk: { eventId, running, next },
  missions,
  reply,
}: {
  desk: FlashDesk;
  missions: PublicMission[];
  reply: FlashReply | null;
}) {
  const { t } = useTranslation('missions');
  const rounds = useSubmissionCount(FORM, reply);
  const pending = useNavigation().formData?.get('intent') === FORM.intent;
  return (
    <section className="card">
      <h2>{t('desk.flash.title')}</h2>
      <p className="mb-3 text-sm text-ink-soft">{t('desk.flash.text')}</p>
      {running && <Running key={running.endsAt} {...{ eventId, running }} />}
      {next && <Note>{next}</Note>}
      {/* Empty after each success. */}
      <Form
        key={`${rounds}-${reply?.missionId}-${reply?.text}`}
        id={FORM.id}
        className="mt-3 grid gap-3"
        method="post"
        action={organizerPaths.eventMissions()}
      >
        {missions.length > 0 && (
          <div className="field">
            <label htmlFor="flash-mission">{t('desk.flash.which')}</label>
            <select
              className="input w-full"
              id="flash-mission"
              name="missionId"
              defaultValue={reply?.missionId}
            >
              <option value="">{t('desk.flash.write')}</option>
              {missions.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="field">
          <label htmlFor="flash-text">{t('desk.flash.own')}</label>
          <input
            className="input"
            id="flash-text"
            name="flash"
            autoComplete="off"
            defaultValue={reply?.text}
            aria-describedby={reply ? 'flash-hint flash-error' : 'flash-hint'}
            aria-invalid={reply !== null || undefined}
          />
          <p className="hint" id="flash-hint">
            {t('desk.flash.own_hint')}
          </p>
          {reply && <Refusal error={reply.error} />}
        </div>
        <SubmitButton
          name="intent"
          value={FORM.intent}
          pending={pending}
          label={t('desk.flash.send')}
        />
      </Form>
    </section>
  );
}

function Refusal({ error }: { error: ErrorCode }) {
  const { t } = useTranslation('missions');
  const errorText = useErrorText();
  const isText = error === 'text_max' || error === 'invalid_request';
  const isFull = error === 'list_too_long';
  return (
    <p className="field-error" id="flash-error">
      <Icon name="alert" />
      {isText ? t('desk.flash.wrong') : isFull ? t('desk.full') : errorText(error)}
    </p>
  );
}

/** The flash mission that runs, until when, and with scripts how much time is left. */
function Running({ eventId, running }: { eventId: number; running: FlashView }) {
  const isHydrated = useHydrated();
  return (
    <p className="mb-2 flex flex-wrap gap-x-2 font-semibold">
      <span className="wrap-anywhere">{running.words.alone}</span>
      <span className="text-ink-soft">{running.until}</span>
      {isHydrated && <Left {...{ eventId, running }} />}
    </p>
  );
}

function Left({ eventId, running }: { eventId: number; running: FlashView }) {
  const { left } = useTimeLeft(running.endsAt, eventId);
  return left === null || left <= 0 ? null : <TimeLeft left={left} words={running.words} />;
}
