import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CoOrganizersView, NewLink } from '~/components/organizer/people/co-organizers';
import type { FormTexts } from '~/http/forms.server';
import { originOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { pageId } from '~/http/refusal.server';
import { formatShortDay } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import type { Person } from '~/models/access';
import { dayOf } from '~/models/day';
import {
  createCoOrganizerLink,
  endCoOrganizer,
  listCoOrganizerLinks,
  listCoOrganizers,
  withdrawCoOrganizerLink,
} from '~/models/event/co-organizers.server';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

/** The co-organizers, and for the organizer the links that nobody has used yet. */
export async function loadCoOrganizers(
  args: LoaderFunctionArgs,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<CoOrganizersView> {
  const { db, now } = args.context.app;
  const [dayText, people, links] = await Promise.all([
    dayWriter(args),
    listCoOrganizers(db, { actor, eventId }),
    actor.isCoOrganizer ? null : listCoOrganizerLinks(db, { actor, eventId, now: now() }),
  ]);
  return {
    people: people.map(({ since, ...person }) => ({ ...person, since: dayText(since) })),
    links: links && links.map(({ id, expiresAt }) => ({ id, until: dayText(expiresAt) })),
  };
}

async function dayWriter({ request, context: { app } }: LoaderFunctionArgs) {
  const language = await languageOf(request);
  return (at: Date) => formatShortDay(dayOf(at, app.env.EVENT_TIME_ZONE), language);
}

/** Creates a link and shows it once, in the answer: only its hash is stored. */
export function inviteCoOrganizer(args: ActionFunctionArgs, { actor }: { actor: Person }) {
  const { db, now } = args.context.app;
  const { eventId } = actor;
  const says = {
    next: organizerPaths.participants(),
    refused: 'organizer:co_organizers.failed',
    answers: async ({ token, expiresAt }: { token: string; expiresAt: Date }) => {
      const until = (await dayWriter(args))(expiresAt);
      return data<NewLink>({ url: originOf(args) + paths.organize(token), until });
    },
  } as const;
  return outcome(args, says, () => createCoOrganizerLink(db, { actor, eventId, now: now() }));
}

/** Makes a co-organizer a participant again. */
export function removeCoOrganizer(
  args: ActionFunctionArgs,
  { actor, form }: { actor: Person; form: FormTexts },
) {
  const says = {
    next: organizerPaths.participants(),
    done: 'organizer:co_organizers.ended',
    refused: 'organizer:co_organizers.end_failed',
  } as const;
  return outcome(args, says, () =>
    endCoOrganizer(args.context.app.db, {
      actor,
      eventId: actor.eventId,
      userId: pageId(form.get('coOrganizerId')),
    }),
  );
}

/** Withdraws a link that nobody has used. */
export function withdrawLink(
  args: ActionFunctionArgs,
  { actor, form }: { actor: Person; form: FormTexts },
) {
  const says = {
    next: organizerPaths.participants(),
    done: 'organizer:co_organizers.withdrawn',
    refused: 'organizer:co_organizers.withdraw_failed',
  } as const;
  return outcome(args, says, () =>
    withdrawCoOrganizerLink(args.context.app.db, {
      actor,
      eventId: actor.eventId,
      linkId: pageId(form.get('linkId')),
    }),
  );
}
