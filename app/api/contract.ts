import etag from 'etag';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { ApiPage } from '~/components/api-docs/api-page';
import { endpoint, type Endpoint } from '~/http/api.server';
import { FileAnswer, method, ReadyAnswer } from '~/http/method.server';
import { describeApi, type ApiDocument } from '~/http/openapi.server';
import { markAnswer } from '~/http/revalidation.server';
import packageFile from '../../package.json';
import { viewOf } from './contract-view';

type Resources = Readonly<Record<string, readonly Endpoint[]>>;

/**
 * Describes the API on the first request.
 * @param resources all described endpoints
 */
export const describedOnce = (resources: () => Resources) =>
  once((): ApiDocument => describeApi(resources(), packageFile));

/**
 * The endpoints that give the description (rules `api.document`, `api.docs`). Both answers are made once, on the first
 * request.
 */
export function contract(describe: () => ApiDocument): Endpoint[] {
  const json = once(() => {
    const text = JSON.stringify(describe());
    return { text, tag: etag(text) };
  });
  const page = once(() => {
    const view = viewOf(describe());
    return `<!doctype html>${renderToStaticMarkup(ApiPage(view))}`;
  });
  return [
    endpoint('/api/openapi.json', {
      GET: method({
        summary: 'Describes all calls, as OpenAPI 3.1',
        who: 'anyone',
        answer: z.looseObject({ openapi: z.literal('3.1.0') }),
        handler: () => new ReadyAnswer(json().text, json().tag, {}),
      }),
    }),
    endpoint('/api/docs', {
      GET: method({
        summary: 'The same as a page',
        who: 'anyone',
        answer: new FileAnswer('text/html', 'A page in English.'),
        handler: ({ args: { request } }) => {
          const headers = new Headers({
            'Content-Type': 'text/html; charset=utf-8',
            'Content-Language': 'en',
            'Cache-Control': 'private, no-cache',
          });
          return (
            markAnswer(request, headers, { source: page() }) ?? new Response(page(), { headers })
          );
        },
      }),
    }),
  ];
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
