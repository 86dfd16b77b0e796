import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { FlashDesk } from '~/components/organizer/missions/flash-form';
import type { DeskMission } from '~/components/organizer/missions/mission-rows';
import { MissionsDesk, type MissionReply } from '~/components/organizer/missions/missions-desk';
import { readForm, type FormTexts } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { pageId } from '~/http/refusal.server';
import type { Toast } from '~/http/session-data';
import { formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import type { EventRow } from '~/models/event/read.server';
import { parseValues } from '~/models/fields.schema';
import { countMissionPhotos, readMissions } from '~/models/mission/read.server';
import { nextFlashAt } from '~/models/mission/flash';
import {
  flashSchema,
  missionChangeSchema,
  ownMissionSchema,
  setSwitchSchema,
} from '~/models/mission/schema';
import {
  addMission,
  changeMission,
  removeMission,
  sendFlash,
  switchSet,
} from '~/models/mission/write.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { invitationPaths } from '~/invitation-paths';
import { missionPaths } from '~/mission-paths';
import { organizerPaths } from '~/organizer-paths';
import { loadFlash } from '../event/load-flash.server';
import type { ScreenHandle } from '../event/screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'profile', i18n: ['missions', 'organizer'] } satisfies ScreenHandle;

/** The missions of the event, for the organizer to choose (rules `missions.…`). */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const language = await languageOf(args.request);
  const t = await translator(args.request);
  const asked = { reader: actor, eventId: event.id, language };
  const [known, counts] = await Promise.all([
    readMissions(args.context.app.db, asked),
    countMissionPhotos(args.context.app.db, asked),
  ]);
  const missions = known.map((mission): DeskMission => {
    const count = counts.get(mission.id);
    const photos = count && {
      to: missionPaths.photos(mission.id),
      text: t('event:line.photos', { count }),
    };
    return { ...mission, photos: photos || null };
  });
  const flash: FlashDesk = {
    eventId: event.id,
    running: await loadFlash(args, { event }),
    next: await sayNext(args, event),
  };
  const isPrintable = !isExpired && missions.some(({ enabled }) => enabled);
  const printOf = (layout: 'missions' | 'mission-tents') => invitationPaths.pdf(event, { layout });
  const prints = isPrintable && { cards: printOf('missions'), tents: printOf('mission-tents') };
  return { title: t('missions:desk.title'), missions, flash, prints, isOver: isExpired };
}

/** When the next flash mission may be sent, as text. */
async function sayNext(
  { request, context: { app } }: LoaderFunctionArgs,
  event: EventRow,
): Promise<string | null> {
  const at = nextFlashAt(event, app.now());
  if (!at) return null;
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  const time = formatTime(at, language, app.env.EVENT_TIME_ZONE);
  return t('missions:desk.flash.next', { time });
}

/**
 * Intents: `flash` sends a flash mission, `set` switches a ready set, `change` a mission or its place, `remove` removes
 * one; any other adds a mission of the organizer's own.
 */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const form = await readForm(args);
  const { db } = args.context.app;
  const { eventId } = actor;
  const says = { next: organizerPaths.eventMissions(), refused } as const;
  switch (form.get('intent')) {
    case 'set': {
      const done = ({ on }: { on: boolean }): Toast => ({
        tone: 'ok',
        title: on ? 'missions:desk.set_on' : 'missions:desk.set_off',
      });
      return outcome(args, { ...says, done }, async () => {
        const { set, on } = parseValues(setSwitchSchema, Object.fromEntries(form));
        await switchSet(db, { actor, eventId, set, isOn: on });
        return { on };
      });
    }
    case 'change':
      return outcome(args, says, async () => {
        const { enabled: isEnabled, position } = parseValues(
          missionChangeSchema,
          Object.fromEntries(form),
        );
        await changeMission(db, { actor, missionId: missionIn(form), isEnabled, position });
      });
    case 'remove': {
      const done = { title: 'missions:desk.removed', text: 'missions:desk.removed_text' } as const;
      return outcome(args, { ...says, done }, () =>
        removeMission(db, { actor, missionId: missionIn(form) }),
      );
    }
    case 'flash':
      return send(args, actor, form);
    default:
      return add(args, actor, form);
  }
}

/** A guest list that is too long has the same code. */
const refused = ({ code }: DomainError) =>
  code === 'list_too_long'
    ? ({ title: 'missions:desk.failed', text: 'missions:desk.full' } as const)
    : ('missions:desk.failed' as const);

const missionIn = (form: FormTexts) => pageId(form.get('missionId'));

const typedIn = (form: FormTexts, name: string) => (form.get(name) ?? '').slice(0, 500);

/** The form's reply to a refused entry. Once the event is over there is no form. */
const unlessOver =
  (replyOf: (error: DomainError['code']) => MissionReply) =>
  ({ code, status }: DomainError) =>
    code === 'event_closed' ? undefined : data(replyOf(code), status);

function send(args: ActionFunctionArgs, actor: Person, form: FormTexts) {
  // The other form of the screen has the field `text`.
  const typed = { missionId: typedIn(form, 'missionId'), text: typedIn(form, 'flash') };
  const says = {
    next: organizerPaths.eventMissions(),
    done: 'missions:desk.flash.sent',
    refused,
    reply: unlessOver((error) => ({ flash: { ...typed, error } })),
  } as const;
  return outcome(args, says, () => {
    const fields = { missionId: form.get('missionId'), text: form.get('flash') };
    // A form sends its empty fields, too.
    const filled = Object.entries(fields).filter(([, value]) => value?.trim());
    const asked = parseValues(flashSchema, Object.fromEntries(filled));
    return sendFlash(args.context.app.db, { actor, eventId: actor.eventId, asked });
  });
}

function add(args: ActionFunctionArgs, actor: Person, form: FormTexts) {
  const says = {
    next: organizerPaths.eventMissions(),
    done: 'missions:desk.added',
    refused,
    reply: unlessOver((error) => ({ own: { text: typedIn(form, 'text'), error } })),
  } as const;
  return outcome(args, says, () => {
    const { text } = parseValues(ownMissionSchema, Object.fromEntries(form));
    return addMission(args.context.app.db, { actor, eventId: actor.eventId, text });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventMissions() {
  const { missions, flash, prints, isOver } = useLoaderData<typeof loader>();
  return (
    <MissionsDesk
      {...{ missions, flash, prints, isOver }}
      reply={useAnswer<MissionReply>() ?? null}
    />
  );
}
