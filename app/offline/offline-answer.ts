/** What a `clientAction` answers when its server was not reached. */
export interface OfflineAnswer {
  code: 'offline';
}

/** Whether an answer says so: then nothing has changed there, and nothing can be loaded anew. */
export function isOfflineAnswer(answer: unknown): answer is OfflineAnswer {
  return (answer as Partial<OfflineAnswer> | null | undefined)?.code === 'offline';
}
