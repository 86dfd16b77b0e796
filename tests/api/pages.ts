import type { Answer, Client } from '../setup/client';
import { parsePage, textOf } from '../setup/html';

/** A page as a browser without scripts shows it. */
export interface Page {
  /** Its path, after redirects. */
  path: string;
  status: number;
  html: string;
  document: Document;
  /** Its visible text. */
  text: string;
}

/** Opens a URL and follows redirects. */
export async function open(client: Client, path: string): Promise<Page> {
  return arrive(client, path, await client.get(path));
}

/**
 * Fills in a form of a page, sends it and follows redirects.
 * @param button text, or an attribute's value, that only this form contains
 * @param fields replace those of the form; null leaves a field out, like an unticked box
 */
export async function send(
  client: Client,
  page: Page,
  button: string,
  fields: Record<string, string | null> = {},
): Promise<Page> {
  const form = [...page.document.querySelectorAll('form')].find((one) => holds(one, button));
  if (!form) throw new Error(`${page.path} has no form with “${button}”`);
  const action = form.getAttribute('action') ?? page.path;
  const values = Object.entries({ ...fieldsIn(form), ...fields });
  const given = values.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return arrive(client, action, await client.submit(action, Object.fromEntries(given)));
}

/** The names and values of the fields in a piece of a page. */
export function fieldsOf(html: string): Record<string, string> {
  return fieldsIn(parsePage(html));
}

/** The names and values of the fields in a part of a page, as a form sends them. */
export function fieldsIn(part: ParentNode): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const control of controlsIn(part)) {
    const type = control.getAttribute('type') ?? '';
    if (type === 'submit' || type === 'file') continue;
    if ((type === 'checkbox' || type === 'radio') && !control.hasAttribute('checked')) continue;
    const value = control.matches('textarea') ? control.textContent : control.getAttribute('value');
    fields[control.getAttribute('name') ?? ''] = value ?? '';
  }
  return fields;
}

/** The error of a field, if the page connects it with the field, or with the group of radio buttons. */
export function errorAt({ document }: Page, name: string): string | null {
  // Several forms of a screen may have a field of this name.
  const fields = document.querySelectorAll(`[name="${name}"]`);
  const groups = [...fields].flatMap((one) =>
    one.getAttribute('type') === 'radio' ? (one.closest('fieldset') ?? []) : [],
  );
  const invalid = [...fields].filter((one) => one.getAttribute('aria-invalid') === 'true');
  const ids = [...invalid, ...groups]
    .flatMap((one) => (one.getAttribute('aria-describedby') ?? '').split(' '))
    .filter((id) => id !== '');
  const error = ids
    .map((id) => document.getElementById(id))
    .find((one) => one?.matches('p.field-error'));
  return error ? textOf(error) : null;
}

/** An answer as the page that a browser shows. */
export function pageOf(path: string, { status, text: html }: Answer): Page {
  const document = parsePage(html);
  return { path, status, html, document, text: textOf(document) };
}

async function arrive(client: Client, path: string, first: Answer): Promise<Page> {
  let answer = first;
  let at = path;
  for (let hops = 0; answer.status >= 300 && answer.status < 400; hops += 1) {
    if (hops > 5) throw new Error(`${path} leads round in circles`);
    at = answer.headers.get('Location') ?? '';
    answer = await client.get(at);
  }
  return pageOf(at, answer);
}

function controlsIn(part: ParentNode): Element[] {
  return [...part.querySelectorAll('input[name], textarea[name]')];
}

function holds(form: Element, words: string): boolean {
  const values = [...form.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].map(({ value }) => value),
  );
  return textOf(form).includes(words) || values.some((value) => value.includes(words));
}
