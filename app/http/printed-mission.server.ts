import { redirectDocument } from '@remix-run/node';
import { DomainError } from '~/models/errors';
import { isCardCode } from '~/models/mission/rules';
import { missionPaths } from '~/mission-paths';
import { isOpened } from './asked-ahead.server';
import { enter } from './authenticator.server';
import type { RequestArgs } from './context';
import { identify, sessionHeaders } from './guards.server';
import { logRefusal } from './refusal.server';

/** The code of a printed mission card in a request's URL; null without one. */
export function readCardCode({ request }: RequestArgs): string | null {
  const code = new URL(request.url).searchParams.get('mission');
  return code !== null && isCardCode(code) ? code : null;
}

/**
 * Lets somebody who scanned a printed mission card look around as a visitor, and redirects them to the sheet that adds
 * its photo (rule `missions.printed`). Does nothing without a card, or for a member of another event, who is asked
 * first. If the names do not open the event, its card says why.
 * @throws the redirect
 */
export async function enterByPrinted(
  args: RequestArgs,
  names: { event: string; organizerName: string },
): Promise<void> {
  const mission = readCardCode(args);
  if (mission === null || !isOpened(args.request)) return;
  if ((await identify(args))?.user) return;
  try {
    await enter(args, 'visitor', names);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    return;
  }
  throw redirectDocument(missionPaths.add({ mission }), { headers: await sessionHeaders(args) });
}
