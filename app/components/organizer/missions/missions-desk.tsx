import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { ScreenHead } from '~/components/shell/screen-head';
import { useErrorText } from '~/components/ui/field';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { PostForm } from '~/components/ui/post-form';
import { SubmitButton } from '~/components/ui/submit';
import { useSubmissionCount } from '~/components/ui/use-submission-count';
import type { ErrorCode } from '~/models/errors';
import { MISSION_SETS } from '~/models/mission/rules';
import type { PublicMission } from '~/models/mission/shape';
import { FlashForm, type FlashDesk, type FlashReply } from './flash-form';
import { MissionRows, type DeskMission } from './mission-rows';

const FORM = { id: 'mission', intent: 'add' };

/** A refused mission of the organizer's own, or a refused flash mission. */
export type MissionReply = { own: OwnReply; flash?: never } | { flash: FlashReply; own?: never };

interface OwnReply {
  text: string;
  error: ErrorCode;
}

/** Lets the organizer choose sets, and add, order and switch missions (rules `missions.…`). */
export function MissionsDesk({
  missions,
  flash,
  prints,
  isOver,
  reply,
}: {
  missions: DeskMission[];
  flash: FlashDesk;
  /** The URLs of the cards to print; false without any. */
  prints: { cards: string; tents: string } | false;
  /** Whether the event is over, so that nothing is changed. */
  isOver: boolean;
  reply: MissionReply | null;
}) {
  const { t } = useTranslation(['missions', 'organizer']);
  return (
    <main className="page" id="content">
      <ScreenHead title={t('desk.title')} />
      <Link className="link text-sm" to={organizerPaths.eventRules()}>
        <Icon name="arrow-left" />
        {t('organizer:rules.title')}
      </Link>
      <div className="mt-3 grid max-w-4xl gap-4">
        {!isOver && <p className="max-w-prose text-ink-soft">{t('desk.intro')}</p>}
        {!isOver && <Sets missions={missions} />}
        {!isOver && <FlashForm desk={flash} missions={missions} reply={reply?.flash ?? null} />}
        {!isOver && <OwnMission reply={reply?.own ?? null} />}
        {prints && (
          <section className="card">
            <h2>{t('desk.print.title')}</h2>
            <p className="mb-3 text-sm text-ink-soft">{t('desk.print.hint')}</p>
            <div className="flex flex-wrap gap-2">
              <a className="button quiet" href={prints.cards} download>
                <Icon name="download" />
                {t('desk.print.cards')}
              </a>
              <a className="button quiet" href={prints.tents} download>
                <Icon name="download" />
                {t('desk.print.tents')}
              </a>
            </div>
          </section>
        )}
        {missions.length > 0 && (
          <section className="card">
            <h2>{t('desk.list', { count: missions.length })}</h2>
            {!isOver && <p className="mb-2 text-sm text-ink-soft">{t('desk.order')}</p>}
            <MissionRows missions={missions} isOver={isOver} />
          </section>
        )}
      </div>
    </main>
  );
}

function Sets({ missions }: { missions: PublicMission[] }) {
  const { t } = useTranslation('missions');
  return (
    <section className="card">
      <h2>{t('desk.sets')}</h2>
      <p className="mb-3 text-sm text-ink-soft">{t('desk.sets_hint')}</p>
      <ul className="grid gap-x-12 gap-y-2 laptop:grid-cols-2">
        {MISSION_SETS.map((set) => {
          const isOn = missions.some((mission) => mission.set === set && mission.enabled);
          const name = t(`desk.set.${set}`);
          return (
            <li key={set} className="flex min-h-touch items-center gap-3">
              <p className="flex-1 font-semibold">
                {name} {isOn && <Pill tone="ok">{t('desk.is_on')}</Pill>}
              </p>
              <PostForm action={organizerPaths.eventMissions()}>
                <input type="hidden" name="set" value={set} />
                <input type="hidden" name="on" value={String(!isOn)} />
                <SubmitButton
                  className="quiet slim"
                  name="intent"
                  value="set"
                  label={
                    <>
                      {t(isOn ? 'desk.off' : 'desk.on')}
                      <span className="sr-only"> {name}</span>
                    </>
                  }
                />
              </PostForm>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OwnMission({ reply }: { reply: OwnReply | null }) {
  const { t } = useTranslation('missions');
  const errorText = useErrorText();
  const rounds = useSubmissionCount(FORM, reply);
  const isText = reply?.error === 'text_max' || reply?.error === 'invalid_request';
  const isFull = reply?.error === 'list_too_long';
  const wrong =
    reply && (isText ? t('desk.own_wrong') : isFull ? t('desk.full') : errorText(reply.error));
  const pending = useNavigation().formData?.get('intent') === FORM.intent;
  return (
    <section className="card">
      <Form id={FORM.id} method="post" action={organizerPaths.eventMissions()}>
        <div className="field">
          <label htmlFor="text">{t('desk.own')}</label>
          <div className="flex flex-wrap items-start gap-2">
            <input
              // Empty after each success.
              key={`${rounds}-${reply?.text}`}
              className="input min-w-0 flex-1 basis-64"
              id="text"
              name="text"
              required
              autoComplete="off"
              defaultValue={reply?.text}
              placeholder={t('desk.placeholder')}
              aria-describedby={reply ? 'text-hint text-error' : 'text-hint'}
              aria-invalid={reply !== null || undefined}
            />
            <SubmitButton
              className="quiet"
              name="intent"
              value={FORM.intent}
              pending={pending}
              label={t('desk.add')}
            />
          </div>
          <p className="hint" id="text-hint">
            {t('desk.own_hint')}
          </p>
          {reply && (
            <p className="field-error" id="text-error">
              <Icon name="alert" />
              {wrong}
            </p>
          )}
        </div>
      </Form>
    </section>
  );
}
