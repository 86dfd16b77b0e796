import pino from 'pino';
import { secureDataDir } from '../app/data-dir.server';
import { StartError } from '../app/env.server';
import { retentionPlan, type RetentionDeps } from '../app/jobs/retention.server';
import { runJobNow } from '../app/jobs/job.server';
import { createLog } from '../app/log.server';
import { createClockWatch } from '../app/models/job/clock-watch.server';
import { dayOf } from '../app/models/day';
import {
  listEventsToWarnOfDeletion,
  listEventsToDelete,
  type ExpiringEvent,
} from '../app/models/event/deletion.server';
import { lastRetentionDay } from '../app/models/event/retention';
import {
  listEventsToWarn,
  listOverdueEvents,
  type AgedEvent,
} from '../app/models/event/retention.server';
import { openDatabase } from '../app/open-database.server';
import { runTool } from './run-tool';

// `npm run retention`: does immediately what the hourly job does. With --dry-run it only prints what it would do. On
// the embedded database the server must be stopped.

const USAGE = 'Usage: npm run retention [-- --dry-run | --clock-is-right]';
const IN_DOUBT =
  'The clock differs by more than a day from the last run or the database: nothing was done. ' +
  'If it is right, say so: npm run retention -- --clock-is-right';

await runTool(['dry-run', 'clock-is-right'], USAGE, async (env, flags) => {
  secureDataDir(env.DATA_DIR);
  const connection = await openDatabase(env);
  const now = () => new Date();
  const today = () => dayOf(now(), env.EVENT_TIME_ZONE);
  const log = createLog({ level: env.LOG_LEVEL }, pino.destination(2));
  try {
    const { db } = connection;
    const watch = createClockWatch({ db, log });
    const clock = flags['clock-is-right'] ? { isTrusted: async () => true } : watch;
    const deps: RetentionDeps = { db, log, now, today, env, clock };
    if (flags['dry-run']) await tell(deps);
    else if (await clock.isTrusted()) await carryOut(deps);
    else throw new StartError(IN_DOUBT);
  } finally {
    await connection.close();
  }
});

async function tell({ db, today, env }: RetentionDeps): Promise<void> {
  const overdue = await listOverdueEvents(db, { today: today() });
  const toWarn = await listEventsToWarn(db, { today: today() });
  const keeping = { today: today(), keepMonths: env.EVENT_KEEP_MONTHS };
  const going = await listEventsToDelete(db, keeping);
  const toAnnounce = await listEventsToWarnOfDeletion(db, keeping);
  const sum = (count: (event: AgedEvent) => number) =>
    overdue.reduce((total, event) => total + count(event), 0);
  const lines = [
    `Today is ${today()}. Nothing is changed.`,
    ...overdue.map((event) => `to remove  ${describe(event)}`),
    ...toWarn.map((event) => `to warn    ${describe(event)}`),
    ...going.map((event) => `to delete  ${describeGoing(event)}`),
    ...toAnnounce.map((event) => `to warn    ${describeGoing(event)}`),
    `To remove: ${sum((event) => event.photoCount)} photos and ` +
      `${sum((event) => event.selfieCount)} selfies of ${overdue.length} events. ` +
      `To delete: ${going.length} events with their people. ` +
      `To warn: ${toWarn.length + toAnnounce.length} organizers.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describe(event: AgedEvent): string {
  const { id, name, endDate, photoCount, selfieCount, messageCount } = event;
  const what = `${photoCount} photos, ${selfieCount} selfies, ${messageCount} messages`;
  return `${id}  ${name}: ended ${endDate}, kept until ${lastRetentionDay(event)}, ${what}`;
}

function describeGoing({ id, name, endDate, peopleCount }: ExpiringEvent): string {
  return `${id}  ${name}: ended ${endDate}, the event itself, ${peopleCount} people`;
}

async function carryOut(deps: RetentionDeps): Promise<void> {
  const counts = await runJobNow(deps, retentionPlan(deps));
  if (!counts) throw new StartError('A server is at it right now: nothing was done.');
  const { photos = 0, selfies = 0, events = 0, gone = 0, warned = 0 } = counts;
  process.stdout.write(
    `Removed ${photos} photos and ${selfies} selfies of ${events} events; their files follow while a ` +
      `server runs. Deleted ${gone} events. Warned ${warned} organizers.\n`,
  );
}
