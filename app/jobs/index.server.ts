import type { App } from '~/app.server';
import type { Closing } from '~/close.server';
import type { JobName } from '~/models/job/rules';
import { clearUpPlan } from './clear-up.server';
import { fileWorkPlan } from './file-work.server';
import { guestMailsPlan } from './guest-mails.server';
import { startJob, type JobDeps, type JobPlan } from './job.server';
import { keepingMailsPlan } from './keeping-mails.server';
import { morningMailsPlan } from './morning-mails.server';
import { noticesPlan } from './notices.server';
import { plannedMessagesPlan } from './planned-messages.server';
import { pushPlan } from './push.server';
import { reconciliationPlan } from './reconciliation.server';
import { retentionPlan } from './retention.server';
import { voteCountsPlan } from './vote-counts.server';

type Deps = App & JobDeps;

/** What each job does, and when. */
const PLANS: Record<JobName, (deps: Deps) => JobPlan> = {
  retention: retentionPlan,
  file_work: fileWorkPlan,
  reconciliation: reconciliationPlan,
  notices: noticesPlan,
  clear_up: clearUpPlan,
  planned_messages: plannedMessagesPlan,
  guest_mails: guestMailsPlan,
  morning_mails: morningMailsPlan,
  keeping_mails: keepingMailsPlan,
  vote_counts: voteCountsPlan,
  push: pushPlan,
};

/** Starts all jobs. */
export function startJobs(deps: Deps): Closing[] {
  const plans = Object.values(PLANS).map((planOf) => planOf(deps));
  return plans.map((plan) => ({ name: plan.name, end: startJob(deps, plan).stop }));
}
