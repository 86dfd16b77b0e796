import { z } from 'zod';
import { endpoint, assertSameEvent } from '~/http/api.server';
import { method } from '~/http/method.server';
import { languageOf } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { readHand, swapCard } from '~/models/mission/cards.server';
import { presentMissions, readMissions } from '~/models/mission/read.server';
import type { Hand } from '~/models/mission/rules';
import { missionChangeSchema, newMissionSchema } from '~/models/mission/schema';
import { handShape, missionShape, wonMissionShape } from '~/models/mission/shape';
import { addMission, changeMission, removeMission, switchSet } from '~/models/mission/write.server';

const missionsShape = z.array(missionShape);

export const missions = [
  endpoint('/api/events/:eventId/missions', {
    GET: method({
      summary: 'Lists the missions',
      details: 'All for an organizer; those of photos they see for everybody else.',
      who: 'visit',
      params: ['eventId'],
      answer: z.array(wonMissionShape),
      handler: async ({ args, app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        const { actor: reader } = identity;
        const language = await languageOf(args.request);
        const missions = await readMissions(app.db, { reader, eventId, language });
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
      refusals: ['access_denied'],
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
