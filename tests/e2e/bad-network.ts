import { startBreakingProxy, type BreakingProxy } from '../setup/breaking-proxy';
import { test as base } from './fixtures';

/** Tests whose browsers use the origin of an unreliable network. */
export const test = base.extend<{ network: BreakingProxy }>({
  network: async ({ origin, complaints }, provide) => {
    const network = await startBreakingProxy(origin);
    complaints.expect(
      new RegExp(`foreign request: \\w+ ${network.origin}`),
      // Remix's errors about an answer that breaks off while it is being read.
      /^(console error|uncaught): (SyntaxError|TypeError: network error)/,
      /ERR_(EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|CONNECTION_RESET|INTERNET_DISCONNECTED|CONNECTION_REFUSED|SOCKET_NOT_CONNECTED)/,
    );
    await provide(network);
    await network.stop();
  },
});
