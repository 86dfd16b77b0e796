/** The server's time. This device's clock may be far off. */
export interface ServerTime {
  /**
   * Notes the server's time from an answer. The server read its clock some time between the request and the answer. The
   * known offset stays as long as it fits, so a slow answer changes nothing.
   */
  note(told: { now: number; sentAt: number; receivedAt: number }): void;
  /** Ms since 1970; this device's time before the first answer. */
  now(): number;
}

export function createServerTime(deviceNow: () => number = Date.now): ServerTime {
  let ahead: number | null = null;
  return {
    note({ now, sentAt, receivedAt }) {
      const [least, most] = [now - receivedAt, now - sentAt];
      if (ahead === null || ahead < least || ahead > most) ahead = (least + most) / 2;
    },
    now: () => deviceNow() + (ahead || 0),
  };
}
