import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { SettingAnswer } from '~/components/dashboard/use-setting';

/** A lost connection puts the control back instead of taking the whole screen away. */
export async function offlineIsAnAnswer({
  serverAction,
}: ClientActionFunctionArgs): Promise<SettingAnswer> {
  try {
    return await serverAction<SettingAnswer>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, code: 'offline' };
  }
}
