import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { NO_TEXTS, type Entered, type LoginReply } from '~/components/auth/login-reply';
import type { MissionOffer } from '~/components/event/missions/mission-offer';
import { AddPhotosDialog, type AddPhotosView } from '~/components/event/slots/add-photos-dialog';
import { addressKey } from '~/http/address.server';
import {
  formError,
  mediaType,
  parseForm,
  readForm,
  textsOf,
  type FormTexts,
} from '~/http/forms.server';
import {
  isDeletable,
  requireVisit,
  sessionHeaders,
  type Identity,
  type Member,
} from '~/http/guards.server';
import { readInvited } from '~/http/guest-link.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { personOf } from '~/http/person.server';
import { readCardCode } from '~/http/printed-mission.server';
import { logRefusal } from '~/http/refusal.server';
import { getSession } from '~/http/session.server';
import { receiveUpload, type Upload } from '~/http/uploads.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { keepForm } from '~/browser/keep-form';
import { memberOf } from '~/models/access';
import { DomainError } from '~/models/errors';
import { isLateNow } from '~/models/event/late-photos';
import { parseValues } from '~/models/fields.schema';
import { readOpenCard } from '~/models/mission/cards.server';
import { findPrinted } from '~/models/mission/printed.server';
import { freeSlots } from '~/models/photo/rules';
import { listUserPhotos } from '~/models/photo/read.server';
import { photoEntrySchema, photosFormSchema } from '~/models/photo/upload.schema';
import { addPhotos } from '~/models/photo/write.server';
import type { EventRow } from '~/models/event/read.server';
import type { UserRow } from '~/models/user/read.server';
import { paths } from '~/paths';
import { CREATED, enterByDialog, WELCOME_BACK } from '../auth/enter-dialog.server';
import { loadFlashOffer } from './load-flash.server';
import { lapsedText, photoAdded } from './photo-added';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/**
 * Adds photos to the user's free slots. A visitor chooses them first and then says who they are (rule
 * `photos.first`). If no slot is free, the dialog says so: a redirect would discard what was chosen before
 * this response arrived.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireVisit(args, { onceEnded: 'adding' });
  const { user, event, actor } = visit;
  // A late photo is for no mission.
  const isLate = isLateNow(event, actor.today);
  const flash = isLate ? null : await loadFlashOffer(args, visit);
  const [t, own] = await Promise.all([
    translator(args.request),
    user ? listUserPhotos(args.context.app.db, { eventId: event.id, userId: user.id }) : [],
  ]);
  const choice = await readMissionChoice(args, visit, { flash, isLate });
  const both = [flash, choice.mission].filter((offer) => offer !== null);
  const view: AddPhotosView = {
    userId: user?.id ?? null,
    free: freeSlots(own, event.maxPhotosPerUser),
    areLocked: !own.some((photo) => isDeletable(visit, photo)),
    slots: user ? paths.ownPhotos(actor.role) : paths.feed(),
    ...choice,
    flash,
    noMission:
      both.length > 1
        ? { id: '', label: t('missions:choice_none'), isChosen: !both.some((one) => one.isChosen) }
        : null,
    invited: user ? null : await readInvited(args, { eventId: event.id }),
  };
  return { title: t('event:add.title'), view };
}

/**
 * The mission that a photo may be for: that of a printed card (rule `missions.printed`), or of a member's open card. If
 * a card has the flash mission, a photo for the flash mission completes it.
 */
async function readMissionChoice(
  args: LoaderFunctionArgs,
  { user, event }: Pick<Identity, 'user' | 'event'>,
  { flash, isLate }: { flash: MissionOffer | null; isLate: boolean },
): Promise<{ mission: MissionOffer | null; cardNote?: string }> {
  const { db } = args.context.app;
  const [language, t] = [await languageOf(args.request), await translator(args.request)];
  const { searchParams: query } = new URL(args.request.url);
  const code = isLate ? null : readCardCode(args);
  const printed = code && (await findPrinted(db, { eventId: event.id, code, language }));
  if (printed) {
    const label = t('missions:choice', { mission: printed.text });
    return { mission: { id: printed.code, label, isChosen: true } };
  }
  const card = user && !isLate && (await readOpenCard(db, { userId: user.id, language }));
  return {
    mission:
      card && card.id !== flash?.id
        ? {
            id: card.id,
            label: t('missions:choice', { mission: card.text }),
            isChosen: query.has('card'),
          }
        : null,
    cardNote: query.has('mission') ? t('missions:card_off') : undefined,
  };
}

async function readFree({ context }: LoaderFunctionArgs, user: UserRow, slots: number) {
  const own = { eventId: user.eventId, userId: user.id };
  return freeSlots(await listUserPhotos(context.app.db, own), slots);
}

/**
 * Without scripts, the form contains the photos, the first one's caption, and a visitor's name and address. With
 * scripts, the device keeps the photos, and this only lets the visitor in.
 */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireVisit(args, { onceEnded: 'adding' });
  const hasPhotos = mediaType(args.request) === 'multipart/form-data';
  if (visit.user) {
    const member = visit as Member;
    return hasPhotos ? addOwn(args, member) : replyTo(args, member.user, member.event);
  }
  if (!hasPhotos) return enterWithPhotos(args, visit, await readForm(args), null);
  try {
    await using upload = await receivePhotos(args, visit);
    // Awaited here, because the files are deleted at the end of this block.
    return await enterWithPhotos(args, visit, new Map(Object.entries(upload.fields)), upload);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    const nothing = parseForm(new Map(), photoEntrySchema);
    return formError(nothing, error, (result) => ({ ...NOTHING_TYPED, result }));
  }
}

const NOTHING_TYPED: LoginReply = { step: 'details', values: NO_TEXTS, asksPassword: false };

/** Visitors are counted by their address. */
function receivePhotos(args: ActionFunctionArgs, { user, event }: Identity): Promise<Upload> {
  const sender = user?.id ?? `visitor at ${addressKey(args)}`;
  return receiveUpload(args, { sender, maxFiles: event.maxPhotosPerUser });
}

/** The form of a member without scripts. An error is shown at the first free slot. */
async function addOwn(args: ActionFunctionArgs, member: Member) {
  const { user, event, actor } = member;
  let position = 0;
  const says = {
    next: paths.ownPhotos(actor.role),
    done: photoAdded,
    refused: ({ code }: DomainError) => (code === 'slot_taken' ? FAILED : null),
    keeps: ({ code }: DomainError) => ({ slotError: { position, code } }),
  } as const;
  return outcome(args, says, async () => {
    position = (await readFree(args, user, event.maxPhotosPerUser))[0] ?? 0;
    await using upload = await receivePhotos(args, member);
    const { files } = upload;
    const { missionId: mission, ...fields } = parseValues(photosFormSchema, upload.fields);
    const photos = { ...fields, mission, files };
    const added = await addPhotos(args.context.app, { actor, userId: user.id, ...photos });
    if (added.refused) throw added.refused;
    return added;
  });
}

const FAILED = { title: 'event:slot.failed', text: 'event:slot.failed_text' } as const;

/**
 * Lets a visitor in and stores their photos. If a photo is then refused, they are in and read why.
 * @param upload null for a page that sends the photos itself afterwards
 */
function enterWithPhotos(
  args: ActionFunctionArgs,
  visit: Identity,
  form: FormTexts,
  upload: Upload | null,
) {
  const { app } = args.context;
  const submission = parseForm(form, photoEntrySchema);
  if (upload?.files.length === 0) {
    const error = new DomainError('file_required');
    logRefusal(args, error);
    const values = textsOf(submission, ['name', 'email', 'consent']);
    return formError(submission, error, (result) => ({ ...NOTHING_TYPED, values, result }));
  }
  const { caption, missionId: mission } =
    submission.status === 'success' ? submission.value : { caption: null, missionId: undefined };
  return enterByDialog(args, {
    form,
    submission,
    visit,
    isDirect: true,
    then: async ({ user, created }) => {
      const photos = { userId: user.id, caption, mission, files: upload?.files ?? [] };
      const actor = memberOf(user, app.today());
      return { user, created, ...(await addPhotos(app, { actor, ...photos })) };
    },
    next: ({ user, refused }) =>
      refused ? paths.ownPhotos(memberOf(user, app.today()).role) : paths.feed(),
    done: ({ created, refused, lapsed }) => {
      if (!refused) {
        const text = lapsed === null ? 'server:event.slot.added' : lapsedText(lapsed);
        return { ...(created ? CREATED : WELCOME_BACK), text };
      }
      return { tone: 'bad', title: 'event:slot.failed', text: `errors:${refused.code}` };
    },
    answers: async ({ user }) => (upload ? null : replyTo(args, user, visit.event)),
  });
}

/** Tells a page with scripts who has entered, so that it sends the photos. */
async function replyTo(args: ActionFunctionArgs, user: UserRow, event: EventRow) {
  const { role } = memberOf(user, args.context.app.today());
  const entered: Entered = {
    userId: user.id,
    free: await readFree(args, user, event.maxPhotosPerUser),
    slots: paths.ownPhotos(role),
    person: personOf(await getSession(args)),
  };
  const headers = await sessionHeaders(args);
  return data<LoginReply>({ ...NOTHING_TYPED, step: 'entered', entered }, { headers });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function PhotosNew() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} fullscreen>
      <AddPhotosDialog view={view} />
    </DialogPage>
  );
}
