/**
 * What a device may be notified of (rule `push.topics`), in display order. A further one needs its row here, when it
 * is due and which screen it opens in `topics.ts`, and its words in `platform.json` and `push.json`.
 */
export const PUSH_TOPICS = ['flash', 'voting-closes', 'reveal', 'morning'] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

/** A further device of a person ends the notifications of the one that has had them longest (rule `push.devices`). */
export const PUSH_DEVICES = 5;
