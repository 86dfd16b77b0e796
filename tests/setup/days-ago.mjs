import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';

// Loaded into the servers of tests: a request with the header below is answered as it would have been this
// many days ago. Nobody can create an event that has ended, and tests need some. SIGUSR2 sets the clock 45
// days ahead, and back again. While such a request runs, the dates that jobs make are of its time, too: by today's the
// file of an upload would be left over from days ago, and they would remove it. Their `Date.now()` stays today's,
// because the watch of the clock reads it: it would take the past for a jump, and hold jobs back for an hour.

const ago = new AsyncLocalStorage();
const RealDate = Date;
const DAY_MS = 24 * 60 * 60 * 1000;
let ahead = 0;
/** How long ago each request in the past that is being answered is, in ms. */
const past = [];
const now = () => RealDate.now() + ahead - (ago.getStore() ?? 0);
const dated = () => (ago.getStore() === undefined ? now() - Math.max(0, ...past) : now());
process.on('SIGUSR2', () => {
  ahead = ahead ? 0 : 45 * DAY_MS;
});

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [dated()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...given) {
  if (event !== 'request') return emit.call(this, event, ...given);
  const [request, response] = given;
  const ms = Number(request.headers['x-test-days-ago'] ?? 0) * DAY_MS;
  if (ms > 0) {
    past.push(ms);
    response.once('close', () => past.splice(past.indexOf(ms), 1));
  }
  return ago.run(ms, () => emit.call(this, event, ...given));
};
