import { mkdtemp } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '../setup/certificate';
import { serve } from '../setup/file-server';
import type { StripeServer } from '../setup/stripe-server';

// The browser's side of Stripe: its script, its origin, the bank's frame, its own page. The hosts have their real
// names, so that the Content-Security-Policy is tested as well: the browser is told to find all of them on this
// machine.

/** The number of a card decides the result of a payment. */
export const CARDS = {
  ok: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** The bank asks for authentication. */
  authenticated: '4000 0025 0000 3155',
  /** Not a card: a slow payment method. */
  delayed: 'DE89 3704 0044 0532 0130 00',
} as const;

/** Stripe's hosts on the loopback interface. */
export interface StripeWeb {
  /** The browser's command-line flags to find them. */
  flags: string[];
  /** Whether its script can be loaded. */
  hasScript: boolean;
  stop(): Promise<void>;
}

/** Serves Stripe's hosts, on top of the tests' Stripe. */
export async function serveStripeWeb(stripe: StripeServer): Promise<StripeWeb> {
  const certificate = await makeCertificate(await mkdtemp(join(tmpdir(), 'snapodium-stripe-')));
  const web = await serve((request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':');
    const answer = ANSWERS[host] ?? notFound;
    Promise.resolve(answer(request, response, { stripe, state })).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }, certificate);
  const { port } = new URL(web.origin);
  const state: StripeWeb = {
    flags: [
      `--host-resolver-rules=MAP *.stripe.com 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ],
    hasScript: true,
    stop: web.stop,
  };
  return state;
}

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  given: { stripe: StripeServer; state: StripeWeb },
) => unknown;

const notFound = (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(404).end();

const ANSWERS: Record<string, Answer> = {
  'js.stripe.com': (request, response, { state }) =>
    state.hasScript
      ? response
          .writeHead(200, { 'Content-Type': 'text/javascript' })
          .end(`(${stripeScript.toString()})()`)
      : notFound(request, response),

  'api.stripe.com': async (request, response, { stripe }) => {
    const answer = await fetch(stripe.origin + (request.url ?? '/'), {
      method: request.method,
      headers: { 'Content-Type': request.headers['content-type'] ?? 'text/plain' },
      body: request.method === 'POST' ? await text(request) : undefined,
    });
    const type = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
    response.writeHead(answer.status, type).end(await answer.text());
  },

  'hooks.stripe.com': (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(
      // Later, as after the bank's own request: a click that removes its frame while it is being delivered never ends.
      `<button onclick="setTimeout(() => parent.postMessage('authenticated', '*'), 100)">Complete authentication</button>`,
    ),

  'checkout.stripe.com': (request, response, { stripe }) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://checkout.stripe.com');
    const id = pathname.split('/').at(-1) ?? '';
    const session = stripe.sessions.get(id);
    if (!session) return response.writeHead(404).end('no such page');
    const paid = searchParams.get('pay');
    if (paid) {
      stripe.payCheckout(id, { delayed: paid === 'delayed' });
      return response.writeHead(303, { Location: session.success_url ?? '' }).end();
    }
    return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(
      `<title>Stripe</title><a href="?pay=now">Pay</a> <a href="?pay=delayed">Pay by bank debit</a>
      <a href="${session.cancel_url ?? ''}">Cancel</a>`,
    );
  },
};

/** Runs in the browser in place of Stripe's script, so it must not use anything else in this file. */
function stripeScript(): void {
  const METHODS: Record<string, string> = {
    '4242': 'card_ok',
    '4000000000000002': 'card_declined',
    '4000002500003155': 'card_3ds',
    DE89: 'delayed',
  };
  interface FakeElement {
    input: HTMLInputElement | null;
    host: HTMLElement | null;
    listeners: Record<string, ((event: unknown) => void)[]>;
  }
  const makeElement = (options: unknown, setup: Record<string, unknown>) => {
    const state: FakeElement = { input: null, host: null, listeners: {} };
    const tell = (name: string) => state.listeners[name]?.forEach((listener) => listener({}));
    const element = {
      state,
      on(name: string, listener: (event: unknown) => void) {
        (state.listeners[name] ??= []).push(listener);
        return element;
      },
      off: () => element,
      once: () => element,
      update: () => undefined,
      mount(host: HTMLElement) {
        state.host = host;
        host.dataset.locale = String(setup.locale);
        host.dataset.options = JSON.stringify(options);
        host.dataset.appearance = JSON.stringify(setup.appearance);
        const label = document.createElement('label');
        label.textContent = 'Card number ';
        const input = document.createElement('input');
        label.append(input);
        host.append(label);
        state.input = input;
        setTimeout(() => tell('ready'), 50);
      },
      unmount: () => state.host?.replaceChildren(),
      destroy: () => state.host?.replaceChildren(),
      blur: () => undefined,
      clear: () => undefined,
      focus: () => state.input?.focus(),
    };
    return element;
  };

  const send = async (path: string, values: Record<string, string>) => {
    const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${path}`, {
      method: 'POST',
      body: new URLSearchParams(values),
    });
    return (await answer.json()) as Record<string, never>;
  };
  const authenticate = () =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = 'https://hooks.stripe.com/3d_secure';
      frame.title = 'Authentication';
      frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;z-index:2147483647';
      addEventListener('message', function heard(event) {
        if (event.data !== 'authenticated') return;
        removeEventListener('message', heard);
        frame.remove();
        resolve();
      });
      document.body.append(frame);
    });

  const Stripe = (key: string) => ({
    key,
    elements(setup: Record<string, unknown>) {
      let payment: ReturnType<typeof makeElement> | null = null;
      return {
        setup,
        create: (_type: string, options: unknown) => (payment = makeElement(options, setup)),
        getElement: () => payment,
        update: () => undefined,
        submit: () => Promise.resolve({}),
        fetchUpdates: () => Promise.resolve({}),
        number: () => payment?.state.input?.value.replaceAll(' ', '') ?? '',
      };
    },
    async confirmPayment({ elements }: { elements: { setup: never; number(): string } }) {
      const { clientSecret } = elements.setup as { clientSecret: string };
      const [id = ''] = clientSecret.split('_secret_');
      const number = elements.number();
      const method = Object.entries(METHODS).find(([start]) => number.startsWith(start))?.[1];
      if (!method) return { error: { type: 'validation_error', message: 'incomplete' } };
      let answer = await send(`${id}/confirm`, {
        client_secret: clientSecret,
        payment_method: method,
      });
      if (answer.status === 'requires_action') {
        await authenticate();
        answer = await send(`${id}/authenticate`, { client_secret: clientSecret });
      }
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  });
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
}
