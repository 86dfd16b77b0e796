import type { Way } from './access-matrix';

// How the rows of the matrix are sent, and how their answers are read.

/** Calls, with JSON. */
export const CALLS: Way<number> = {
  send({ caller }, method, path, json) {
    const hasBody = method !== 'GET' && method !== 'DELETE';
    return caller.client.request(method, path, hasBody ? { json } : {});
  },
  replyOf: ({ status }) => status,
  closed: 403,
};

/** Forms, without scripts. */
export const FORMS: Way<string> = {
  send: ({ caller }, _method, path, body) =>
    caller.client.submit(path, body as Record<string, string>),
  /** The status and the redirect in readable form, without the names and numbers of the scene. */
  replyOf({ status, headers }, { party }) {
    const location = headers.get('Location');
    if (location === null) return String(status);
    const address = decodeURIComponent(decodeURIComponent(location.replaceAll('+', ' ')))
      .replace(party.names.event, 'EVENT')
      .replace(party.names.organizerName, 'ORGANIZER')
      .replace(/cs_test_\w+/, 'PAGE')
      .replaceAll(/\d+/g, 'N');
    return `${status} ${address}`;
  },
  // There they read that the event has ended.
  closed: '302 /',
};
