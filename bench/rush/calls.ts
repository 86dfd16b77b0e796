import type { components, paths } from './api';

/** A photo, as the description of the API says it. */
export type Photo = components['schemas']['Photo'];

type Content<Reply> = Reply extends { content: { 'application/json': infer Json } } ? Json : never;

/** What a call answers when it succeeds. */
export type AnswerOf<
  Path extends keyof paths,
  Verb extends keyof paths[Path] = 'get' & keyof paths[Path],
> = paths[Path][Verb] extends { responses: infer Replies }
  ? Content<Replies[keyof Replies]>
  : never;
