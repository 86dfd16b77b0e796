// Creates an event, and stores its table cards and its photos in a folder. See agency.md.
// Usage: node docs/agency.mjs ORIGIN EVENT ORGANIZER EMAIL FOLDER
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [origin, name, organizerName, organizerEmail, folder] = process.argv.slice(2);
if (!folder) fail('Usage: node docs/agency.mjs ORIGIN EVENT ORGANIZER EMAIL FOLDER');

await mkdir(folder, { recursive: true });
const file = join(folder, 'event.json');
const { id, cookie } = (await readEvent()) ?? (await createEvent());
await save('cards.pdf', `/invitation-pdf/${id}/pdf?layout=cards`);
await save('photos.zip', `/api/events/${id}/download-all-photos`);
process.stdout.write(`${id}\n`);

/** The event that an earlier run has created; null if there is none. */
async function readEvent() {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

async function createEvent() {
  const response = await ask('/api/create-event', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, organizerName, organizerEmail }),
  });
  const { event } = await response.json();
  // The parts before the semicolons: the session, and what else the server wants back.
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const created = { id: event.id, cookie: cookies.join('; ') };
  await writeFile(file, JSON.stringify(created), { mode: 0o600 });
  return created;
}

async function save(path, address) {
  const response = await ask(address, { headers: { Cookie: cookie } });
  await writeFile(join(folder, path), Buffer.from(await response.arrayBuffer()));
}

/** Makes a request. A refusal ends the script. */
async function ask(path, init) {
  const response = await fetch(new URL(path, origin), init);
  if (response.ok) return response;
  const text = await response.text();
  const { message } = response.headers.get('Content-Type')?.includes('json')
    ? JSON.parse(text)
    : { message: text };
  return fail(`${response.status}: ${message}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
