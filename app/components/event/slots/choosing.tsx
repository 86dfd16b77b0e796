import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formIdOf, type Invited, type LoginReply } from '~/components/auth/login-reply';
import { LoginSteps } from '~/components/auth/login-steps';
import { DialogHead } from '~/components/dialogs/dialog-page';
import type { MissionOffer } from '~/components/event/missions/mission-offer';
import { CaptionField } from '~/components/event/print/caption-field';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { useHydrated } from '~/components/ui/use-hydrated';
import { paths } from '~/paths';
import type { ChosenList } from './chosen-photos';
import { MissionChoice } from './mission-choice';
import { PhotoStack, Thumbs } from './photo-stack';
import { VACANT_CLASS } from './slot-faces';
import { WhoTookIt } from './who-took-it';

const MEMBER_FORM = 'photos-form';
const MULTIPART = 'multipart/form-data' as const;

/**
 * The photos with their captions, and below them what is left to do: for a member to send them, for a visitor to say
 * who they are. Without scripts it is one form with one or more photos, the first of which may have a caption.
 * @param props.reply a visitor's last answer, or null; undefined for a member
 * @param props.invited name and address of a visitor who opened their invitation
 * @param props.mission the mission that one of the photos may be for
 * @param props.flash the flash mission, which any of them may be for
 * @param props.noMission the choice of neither, if there are both
 * @param props.cardNote the text that a printed card opens no mission any more
 * @param props.full if no slot is free: how many photos wait on this device, whether no slot was free from the start,
 *   and whether nothing can be deleted to make room
 */
export function Choosing({
  chosen,
  free,
  slots,
  full,
  reply,
  invited,
  mission,
  flash,
  noMission,
  cardNote,
  isPending,
  onSend,
}: {
  chosen: ChosenList;
  free: number[];
  slots: string;
  full: { pending: number; wasFull: boolean; areLocked?: boolean } | null;
  reply: LoginReply | null | undefined;
  invited: Invited | null;
  mission: MissionOffer | null;
  flash: MissionOffer | null;
  noMission: MissionOffer | null;
  cardNote: string | undefined;
  isPending: boolean;
  onSend: () => void;
}) {
  const { t } = useTranslation(['event', 'auth']);
  const hasScripts = useHydrated();
  const [shown, show] = useState(0);
  const { photos, left } = chosen;
  const count = photos.length;
  const current = Math.min(shown, count - 1);
  const form = reply === undefined ? MEMBER_FORM : formIdOf(reply?.step);
  const stack = { chosen, current, slots: free, onShow: show };
  const title = full ? t('add.full') : count > 0 ? t('add.yours', { count }) : undefined;
  const isPicking = count === 0 && !full;
  const isOneOf = noMission !== null;
  const question = reply !== undefined && (
    <h2 className="text-[length:var(--text-h3)]">
      {t('auth:login.taker', { count: Math.max(1, count) })}
    </h2>
  );
  return (
    <>
      <DialogHead title={title} closeTo={slots} className="px-gutter py-2" />
      {isPicking && mission?.isChosen && (
        <h2 className="px-gutter text-center wrap-anywhere noscript:hidden">{mission.label}</h2>
      )}
      {cardNote && (
        <div className="px-gutter">
          <Note tone="warn">{cardNote}</Note>
        </div>
      )}
      <div className="stage">
        {count > 0 && !full ? (
          <PhotoStack {...stack} form={form} />
        ) : (
          // The file picker may be open. Its input must stay, or the choice would be lost.
          !full?.wasFull && <Picker {...{ chosen, form, left }} isHidden={full !== null} />
        )}
      </div>
      <div className={`dialog low gap-3 ${isPicking ? 'hidden noscript:grid' : 'grid'}`}>
        {full && <Full {...{ chosen, slots, full }} />}
        {!full && count > 0 && (
          <Thumbs {...stack} heading={count === 1 && question}>
            <MoreTile chosen={chosen} />
          </Thumbs>
        )}
        {!full && count !== 1 && question}
        {!full && flash && (
          <MissionChoice {...{ chosen, form, isOneOf }} mission={flash} photo={photos[current]} />
        )}
        {!full && mission && (
          <MissionChoice
            {...{ mission, chosen, form, isOneOf }}
            photo={photos[current]}
            // Many photos may be for the mission of a printed card, which has a code.
            isSole={typeof mission.id === 'number'}
          />
        )}
        {!full && noMission && count === 0 && (
          <MissionChoice mission={noMission} {...{ chosen, form, isOneOf }} photo={undefined} />
        )}
        {!full && <LeftOut names={chosen.unstored} />}
        {!full && (
          <Rest
            {...{ reply, invited, isPending, hasScripts, onSend }}
            position={free[0]}
            count={count}
            isReady={(count > 0 && left >= 0) || !hasScripts}
          />
        )}
      </div>
    </>
  );
}

/** What is left to do. */
function Rest({
  reply,
  invited,
  isPending,
  hasScripts,
  onSend,
  position,
  count,
  isReady,
}: {
  reply: LoginReply | null | undefined;
  invited: Invited | null;
  isPending: boolean;
  hasScripts: boolean;
  onSend: () => void;
  /** The first free slot. */
  position: number | undefined;
  count: number;
  isReady: boolean;
}) {
  const { t } = useTranslation('event');
  if (reply !== undefined) {
    const own = { reply: reply ?? undefined, encType: hasScripts ? undefined : MULTIPART };
    return (
      <LoginSteps {...own} isPending={isPending}>
        <WhoTookIt {...own} {...{ invited, isPending, isReady }} count={Math.max(1, count)} />
      </LoginSteps>
    );
  }
  // With scripts the queue sends the photos. A form that posts would wait for its route's code, which may be
  // missing offline.
  const post = { method: 'post', action: paths.photosNew(), encType: MULTIPART } as const;
  return (
    <form
      id={MEMBER_FORM}
      {...(hasScripts ? {} : post)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) onSend();
      }}
    >
      <input type="hidden" name="position" value={position} />
      <button className="button big w-full" disabled={!isReady || isPending}>
        {hasScripts ? t('add.send', { count: Math.max(1, count) }) : t('slot.send')}
      </button>
    </form>
  );
}

/** An empty print, which opens the device's picker. Without scripts, it also takes the caption. */
function Picker({
  chosen,
  form,
  left,
  isHidden,
}: {
  chosen: ChosenList;
  form: string;
  left: number;
  isHidden: boolean;
}) {
  const { t } = useTranslation('event');
  const hasScripts = useHydrated();
  return (
    <div className="print text-ink" hidden={isHidden}>
      <label className={`aspect-3/4 ${VACANT_CLASS}`}>
        <input
          ref={chosen.input}
          className="file sr-only"
          type="file"
          name={hasScripts ? undefined : 'image'}
          form={form}
          accept="image/*"
          multiple={left > 1}
          required
          onChange={chosen.take}
        />
        <span className="plus grid size-10 place-items-center rounded-full bg-primary text-on-primary">
          <Icon name="plus" />
          <Icon name="check" />
        </span>
        <span>{t('add.choose', { count: Math.max(1, left) })}</span>
      </label>
      {!hasScripts && (
        <span className="hidden noscript:contents">
          <CaptionField form={form} label={t('caption.label')} />
        </span>
      )}
    </div>
  );
}

/** A tile among the thumbnails for choosing more photos. */
function MoreTile({ chosen }: { chosen: ChosenList }) {
  const { t } = useTranslation('event');
  return (
    <label className="vacant-slot relative grid size-touch cursor-pointer place-items-center">
      <input
        ref={chosen.input}
        className="file sr-only"
        type="file"
        accept="image/*"
        multiple={chosen.left > 1}
        aria-label={t('add.more')}
        onChange={chosen.take}
      />
      <Icon name="plus" />
    </label>
  );
}

/** Says that no slot is free, and names the photos for which there is no room. */
function Full({
  chosen: { photos, unstored },
  slots,
  full: { pending, areLocked },
}: {
  chosen: ChosenList;
  slots: string;
  full: { pending: number; areLocked?: boolean };
}) {
  const { t } = useTranslation('event');
  const advice = areLocked ? null : t('add.full_text');
  return (
    <>
      <p className="text-ink-soft" role="status">
        {pending > 0 ? t('add.pending', { count: pending }) : advice}
      </p>
      <LeftOut names={[...photos.map(({ name }) => name), ...unstored]} />
      <Link className="button big w-full" to={slots} replace>
        {t('add.slots')}
      </Link>
    </>
  );
}

/** The names of photos for which there is no room, in the slots or on the device. */
export function LeftOut({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('event');
  if (names.length === 0) return null;
  return (
    <Note tone="warn">{t('add.left_out', { count: names.length, names: names.join(', ') })}</Note>
  );
}
