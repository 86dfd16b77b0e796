import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { SettingAnswer } from '~/components/dashboard/use-setting';
import { offlineAnswer } from '~/offline/offline-answer';

/** A lost connection puts the control back instead of taking the whole screen away. */
export async function offlineIsAnAnswer({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<SettingAnswer>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return offlineAnswer({ ok: false });
  }
}
