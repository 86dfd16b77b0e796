import type { Answer, Client } from '../setup/client';

/** A page as a browser without scripts has it before it. */
export interface Page {
  /** Where it lies, redirects followed. */
  path: string;
  status: number;
  html: string;
  /** What can be read on it. */
  text: string;
}

/** Opens an address; redirects are followed. */
export async function open(client: Client, path: string): Promise<Page> {
  return arrive(client, path, await client.get(path));
}

/**
 * Fills in a form of a page and sends it; redirects are followed.
 * @param button words or a value that only this form holds
 * @param fields replace what the form holds; null leaves a field out, as an unticked box
 */
export async function send(
  client: Client,
  page: Page,
  button: string,
  fields: Record<string, string | null> = {},
): Promise<Page> {
  const form = formsOf(page).find(({ inside }) => inside.includes(button));
  if (!form) throw new Error(`${page.path} has no form with “${button}”`);
  const values = Object.entries({ ...fieldsOf(form.inside), ...fields });
  const given = values.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return arrive(client, form.action, await client.submit(form.action, Object.fromEntries(given)));
}

/** The names and values of the fields in a piece of a page. */
export function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag, name] of controls(html)) {
    if (
      /type="(submit|file)"/.test(tag) ||
      (/type="checkbox"/.test(tag) && !/\schecked/.test(tag))
    ) {
      continue;
    }
    const area = /^<textarea[^>]*>([^]*?)<\/textarea>$/.exec(tag)?.[1];
    fields[name] = unescape(area ?? attribute(tag, 'value') ?? '');
  }
  return fields;
}

/** What is said to be wrong with a field, as far as the page connects it with the field. */
export function errorAt({ html }: Page, name: string): string | null {
  const isWrong = (tag: string) => attribute(tag, 'aria-invalid') === 'true';
  // Several forms of a screen may have a field of this name.
  const [tag] = controls(html).find(([one, field]) => field === name && isWrong(one)) ?? [];
  if (!tag) return null;
  for (const id of (attribute(tag, 'aria-describedby') ?? '').split(' ')) {
    const element = new RegExp(`<p class="field-error" id="${id}"[^>]*>([^]*?)</p>`).exec(
      html,
    )?.[1];
    if (element) return textOf(element);
  }
  return null;
}

async function arrive(client: Client, path: string, first: Answer): Promise<Page> {
  let answer = first;
  let at = path;
  for (let hops = 0; answer.status >= 300 && answer.status < 400; hops += 1) {
    if (hops > 5) throw new Error(`${path} leads round in circles`);
    at = answer.headers.get('Location') ?? '';
    answer = await client.get(at);
  }
  const { status, text: html } = answer;
  return { path: at, status, html, text: textOf(html) };
}

function formsOf({ html, path }: Page): { action: string; inside: string }[] {
  return [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].map(([, tag = '', inside = '']) => ({
    action: unescape(attribute(tag, 'action') ?? path),
    inside,
  }));
}

function controls(html: string): [tag: string, name: string][] {
  const tags = html.match(/<input\b[^>]*>|<textarea\b[^>]*>[^]*?<\/textarea>/g) ?? [];
  return tags.flatMap((tag) => {
    const name = attribute(tag, 'name');
    return name === undefined ? [] : [[tag, unescape(name)] as [string, string]];
  });
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

function textOf(html: string): string {
  const visible = html.replace(/<(script|style|svg)\b[^]*?<\/\1>|<!--[^]*?-->/g, '');
  return unescape(visible.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function unescape(html: string): string {
  const named: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&', nbsp: '\u00a0' };
  return html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name] ?? whole;
  });
}
