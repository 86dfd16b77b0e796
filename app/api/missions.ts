import { z } from 'zod';
import { endpoint, assertSameEvent } from '~/http/api.server';
import { method } from '~/http/method.server';
import { languageOf } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { readHand, swapCard } from '~/models/mission/cards.server';
import { runningFlash } from '~/models/mission/flash';
import { presentMissions, readMissions } from '~/models/mission/read.server';
import type { Hand } from '~/models/mission/rules';
import { flashSchema, missionChangeSchema, newMissionSchema } from '~/models/mission/schema';
import { flashShape, handShape, missionShape, wonMissionShape } from '~/models/mission/shape';
import { missionText } from '~/models/mission/sets.server';
import {
  addMission,
  changeMission,
  removeMission,
  sendFlash,
  switchSet,
} from '~/models/mission/write.server';

const missionsShape = z.array(missionShape);

export const missions = [
  endpoint('/api/events/:eventId/missions', {
    GET: method({
      summary: 'Lists the missions',
      details:
        'All for an organizer; those of photos they see, and the flash mission, for everybody else.',
      who: 'visit',
      params: ['eventId'],
      answer: z.array(wonMissionShape),
      handler: async ({ args, app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        const { actor: reader } = identity;
        const language = await languageOf(args.request);
        const clock = { now: app.now(), today: app.today() };
        const flashId = runningFlash(identity.event, clock)?.missionId;
        const missions = await readMissions(app.db, { reader, eventId, language, flashId });
        const winners = can(reader, 'stars.count', { eventId })
          ? await app.feeds.winners(reader)
          : null;
        return missions.map((mission) => {
          const own = winners && winners.filter((winner) => winner.mission.id === mission.id);
          return { ...mission, winnerIds: own && own.map(({ id }) => id) };
        });
      },
    }),
    POST: method({
      summary: 'Adds an own mission, or a whole set',
      details: 'Answers all missions, in order.',
      who: 'organizer',
      params: ['eventId'],
      body: newMissionSchema,
      status: 201,
      answer: missionsShape,
      refusals: ['event_not_found', 'event_closed', 'list_too_long'],
      handler: async ({ args, app, identity: { actor }, params: { eventId }, body }) => {
        const { text, set } = body;
        const rows =
          set === undefined
            ? await addMission(app.db, { actor, eventId, text: text ?? '' })
            : await switchSet(app.db, { actor, eventId, set, isOn: true });
        return presentMissions(rows, await languageOf(args.request));
      },
    }),
  }),

  endpoint('/api/events/:eventId/flash', {
    POST: method({
      summary: 'Sends a flash mission to everybody',
      details: 'It lasts ten minutes, and so does the wait for the next one.',
      who: 'organizer',
      params: ['eventId'],
      body: flashSchema,
      status: 201,
      answer: flashShape,
      refusals: [
        'event_not_found',
        'event_closed',
        'page_not_found',
        'flash_too_soon',
        'list_too_long',
      ],
      handler: async ({ args, app, identity: { actor }, params: { eventId }, body: asked }) => {
        const { mission, ...flash } = await sendFlash(app.db, { actor, eventId, asked });
        return { ...flash, text: missionText(mission, await languageOf(args.request)) };
      },
    }),
  }),

  endpoint('/api/missions/mine', {
    GET: method({
      summary: 'The caller’s own cards',
      who: 'member',
      answer: handShape,
      handler: async ({ args, app, identity: { actor } }) =>
        presentHand(await readHand(app.db, { actor, language: await languageOf(args.request) })),
    }),
  }),

  endpoint('/api/missions/mine/swap', {
    POST: method({
      summary: 'Swaps the open card for another one, once in an event',
      who: 'member',
      answer: handShape,
      keepsCaches: true,
      refusals: ['card_stays'],
      handler: async ({ args, app, identity: { actor } }) =>
        presentHand(await swapCard(app.db, { actor, language: await languageOf(args.request) })),
    }),
  }),

  endpoint('/api/missions/:missionId', {
    PATCH: method({
      summary: 'Changes a mission’s words, its place, or whether new cards may have it',
      details: 'Answers all missions, in order.',
      who: 'organizer',
      params: ['missionId'],
      body: missionChangeSchema,
      answer: missionsShape,
      refusals: ['access_denied', 'event_closed', 'page_not_found'],
      handler: async ({ args, app, identity: { actor }, params: { missionId }, body }) => {
        const { text, enabled: isEnabled, position } = body;
        const change = { actor, missionId, text, isEnabled, position };
        const rows = await changeMission(app.db, change);
        return presentMissions(rows, await languageOf(args.request));
      },
    }),
    DELETE: method({
      summary: 'Removes a mission',
      details: 'Its photos and their stars stay.',
      who: 'organizer',
      params: ['missionId'],
      refusals: ['access_denied', 'event_closed', 'page_not_found'],
      handler: async ({ app, identity: { actor }, params: { missionId } }) => {
        await removeMission(app.db, { actor, missionId });
      },
    }),
  }),
];

function presentHand({ cards, ...hand }: Hand) {
  const shown = cards.map((card) => ({ ...card, doneAt: card.doneAt?.toISOString() ?? null }));
  return { ...hand, cards: shown };
}
