import type { PushTopic } from '~/models/push/rules';

/** The question whether its reader wants notifications, in their language. */
export interface PushQuestionView {
  /** The server's key. */
  publicKey: string;
  /** All that there is; yes means all of it. */
  topics: readonly PushTopic[];
  title: string;
  text: string;
  yes: string;
  no: string;
  /** What an iPhone or iPad reads that has Snapodium not on its home screen. */
  home: { title: string; text: string; understood: string };
  on: string;
  off: string;
  offText: string;
  failed: string;
}
