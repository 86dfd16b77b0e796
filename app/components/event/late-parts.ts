// What an event's screens need only after they are there: one file, imported late.
export { UnreadPoll } from '~/components/shell/unread-poll';
export { LinksAhead } from '~/offline/links-ahead';
export { PodiumNews } from './podium-news';
export { Skeleton } from './skeleton';
