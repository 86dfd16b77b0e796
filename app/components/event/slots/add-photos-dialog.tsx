import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Entered, Invited, LoginReply } from '~/components/auth/login-reply';
import type { MissionOffer } from '~/components/event/missions/mission-offer';
import { useDialogTitle } from '~/components/dialogs/dialog-context';
import { useDialogAction } from '~/components/dialogs/dialog-form';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { startUpload } from '~/browser/uploads/upload-start';
import type { UploadPlace } from '~/browser/uploads/pending-uploads';
import {
  useUploadPhases,
  useWaitingUploads,
  type UploadView,
} from '~/browser/uploads/upload-views';
import { notePersonOfPage } from '~/browser/worker/watch-person';
import { Choosing, LeftOut } from './choosing';
import { useChosenPhotos } from './chosen-photos';
import { SentPhotos, type Job } from './sent-photos';

export interface AddPhotosView {
  /** Null for a visitor. */
  userId: number | null;
  /** The slots without a photo. */
  free: number[];
  /** Whether none of the member's photos can be deleted to make room. */
  areLocked?: boolean;
  /** Where closing the page leads: a member's slots. */
  slots: string;
  /** The mission on a printed card or on a member's open one; missing if only the server knows it. */
  mission?: MissionOffer | null;
  /** The flash mission that runs. */
  flash?: MissionOffer | null;
  /** Without scripts, the choice of neither of them; missing or null unless there are both. */
  noMission?: MissionOffer | null;
  /** The text that a printed card opens no mission any more. */
  cardNote?: string;
  /** Name and address of a visitor who opened their invitation. */
  invited?: Invited | null;
}

const chosenId = (mission: MissionOffer | null) => (mission?.isChosen ? mission.id : undefined);

/** No uploads wait under this id. */
const NOBODY_ID = 0;

/**
 * Adds as many photos at once as there are free slots (rule `photos.several`). A visitor says who they are once
 * they have chosen some (rule `photos.first`).
 */
export function AddPhotosDialog({ view }: { view: AddPhotosView }) {
  const { answer, isPending } = useDialogAction<LoginReply>();
  const { userId, free: all, slots } = answer?.entered ?? view;
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [jobs, setJobs] = useState<Job[]>([]);
  const pending = useWaitingUploads(userId ?? NOBODY_ID).filter(
    ({ id }) => !jobs.some(({ uploadId }) => uploadId === id),
  );
  const free = useFreeSlots(all, pending).filter((slot) => !taken.includes(slot));
  const phases = useUploadPhases(jobs.map(({ uploadId }) => uploadId));
  const going = jobs.flatMap((job, index) => {
    const phase = phases[index] ?? 'gone';
    return phase === 'gone' ? [] : [{ job, phase }];
  });
  const room = Math.max(0, free.length - going.length);
  const { mission = null, flash = null } = view;
  const chosen = useChosenPhotos({
    room,
    isKept: userId === null,
    first: chosenId(mission),
    each: chosenId(flash),
  });

  function sendAll(me: Pick<Entered, 'userId'>, into: readonly number[]) {
    const fresh = chosen.photos.map((photo, index): Job => {
      const slot = { userId: me.userId, position: into[index] ?? 1 };
      const { file, caption, missionId, isShrunk } = photo;
      const uploadId = startUpload(slot, file, { anySlot: true, caption, missionId, isShrunk });
      return { ...photo, slot, uploadId };
    });
    setJobs(fresh);
    chosen.clear();
  }
  const isClearing = useOnceEntered(answer?.entered, {
    // Somebody known may have fewer free slots than photos chosen: they leave some out first, and then press
    // "Send".
    isWanted: (me) => chosen.photos.length <= me.free.length,
    run: (me) => sendAll(me, me.free),
  });

  // If there was room at first, the file picker may be open. Its input must stay, or the choice would be
  // lost.
  const [wasFull] = useState(free.length === 0);
  const isFull = free.length === 0;
  useStepFocus(useDialogTitle().id, going.length === 0 ? 'choosing' : 'sending');
  if (going.length > 0) {
    const next = free.find((slot) => jobs.every((job) => job.slot.position !== slot));
    return (
      <Sheet>
        <SentPhotos
          {...{ going, slots, next }}
          onMove={(job, position) => {
            setTaken([...taken, job.slot.position]);
            const slot = { ...job.slot, position };
            setJobs(jobs.map((one) => (one === job ? { ...one, slot } : one)));
          }}
          onChooseAgain={() => {
            const ended = going.filter(({ phase }) => phase !== 'failed');
            setTaken([...taken, ...ended.map(({ job }) => job.slot.position)]);
            setJobs([]);
          }}
        >
          <LeftOut names={chosen.unstored} />
        </SentPhotos>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <Choosing
        {...{ chosen, free, slots, mission }}
        isPending={isPending || isClearing}
        invited={view.invited ?? null}
        {...{ flash }}
        noMission={view.noMission ?? null}
        cardNote={view.cardNote}
        full={isFull ? { pending: pending.length, wasFull, areLocked: view.areLocked } : null}
        reply={userId === null ? (answer ?? null) : undefined}
        onSend={() => userId !== null && sendAll({ userId }, free)}
      />
    </Sheet>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  return <div className="photo-sheet on-night">{children}</div>;
}

/**
 * Runs once for each person who enters, when the device stores data for them.
 * @param options.isWanted decides when the answer arrives, because photos may be left out before `run`
 * @returns whether somebody has entered for whom the device stores nothing yet
 */
function useOnceEntered(
  entered: Entered | undefined,
  options: { isWanted: (me: Entered) => boolean; run: (me: Entered) => void },
): boolean {
  const [cleared, setCleared] = useState<Entered>();
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!entered) return;
    const isWanted = latest.current.isWanted(entered);
    // What the device stores for the visitor is cleared first. Otherwise these uploads would be cleared with it.
    void notePersonOfPage(entered.person).then(() => {
      setCleared(entered);
      if (isWanted) latest.current.run(entered);
    });
  }, [entered]);
  return entered !== undefined && entered !== cleared;
}

/**
 * The free slots for newly chosen photos: the server's free slots, minus the uploads waiting on this device.
 * The slot of a waiting upload stays excluded, because the server may have filled it since.
 */
function useFreeSlots(all: number[], pending: readonly UploadView[]): number[] {
  const waitedFor = useRef(new Set<UploadPlace>());
  for (const { slot } of pending) waitedFor.current.add(slot.position);
  // An upload whose slot was filled by another phone goes into another slot.
  const moving = pending.filter(
    ({ slot: { position } }) => typeof position === 'number' && !all.includes(position),
  );
  const free = all.filter((slot) => !waitedFor.current.has(slot));
  return free.slice(0, Math.max(0, free.length - moving.length));
}
