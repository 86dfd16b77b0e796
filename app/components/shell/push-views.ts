import type { PushTopic } from '~/models/push/rules';

/** The question whether its reader wants notifications, in their language. */
export interface PushQuestionView {
  /** The server's key. */
  publicKey: string;
  /** All existing topics; yes means all of them. */
  topics: readonly PushTopic[];
  title: string;
  text: string;
  yes: string;
  no: string;
  /** The text for an iPhone or iPad without Snapodium on its home screen. */
  home: { title: string; text: string; understood: string };
  on: string;
  off: string;
  offText: string;
  failed: string;
}
