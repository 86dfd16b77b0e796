import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';

// Loaded into the servers of tests: a request with the header below is answered as it would have been this
// many days ago. Nobody can create an event that has ended, and tests need some. SIGUSR2 sets the clock 45
// days ahead, and back again.

const ago = new AsyncLocalStorage();
const RealDate = Date;
const DAY_MS = 24 * 60 * 60 * 1000;
let ahead = 0;
const now = () => RealDate.now() + ahead - (ago.getStore() ?? 0);
process.on('SIGUSR2', () => {
  ahead = ahead ? 0 : 45 * DAY_MS;
});

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...given) {
  const days = event === 'request' && given[0].headers['x-test-days-ago'];
  if (!days) return emit.call(this, event, ...given);
  return ago.run(Number(days) * DAY_MS, () => emit.call(this, event, ...given));
};
