import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';

// Loaded into the servers of tests: a request with the header below is answered as it would have been so many
// days ago. Nobody may create an event that is over, and tests need some.

const ago = new AsyncLocalStorage();
const RealDate = Date;
const now = () => RealDate.now() - (ago.getStore() ?? 0);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...given) {
  const days = event === 'request' && given[0].headers['x-test-days-ago'];
  if (!days) return emit.call(this, event, ...given);
  return ago.run(Number(days) * 24 * 60 * 60 * 1000, () => emit.call(this, event, ...given));
};
