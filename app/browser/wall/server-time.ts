/** The server's time, which this device's clock may be far from. */
export interface ServerTime {
  /**
   * Notes the time that an answer tells. It was some time between the request and the answer; what is known
   * stays as long as it fits, so that a slow answer moves nothing.
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
