// The least that requests can cost: Express, pg and the same rows, without the product.
// bench/requests.ts and bench/start.ts run it and pass the database; the first one also passes the media
// folder and the user.
import { createHash } from 'node:crypto';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, MEDIA, PORT, EVENT_ID, USER_ID } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20, idleTimeoutMillis: 0 });
/**
 * Makes a tag that runs a statement, which is prepared once on a connection.
 * @param {pg.Pool | pg.PoolClient} asked
 */
const tag =
  (asked) =>
  /** @param {TemplateStringsArray} texts @param {unknown[]} values */
  async (texts, ...values) => {
    const text = texts.reduce((before, after, index) => `${before}$${index}${after}`);
    const name = createHash('sha1').update(text).digest('base64');
    return (await asked.query({ name, text, values })).rows;
  };
const sql = tag(pool);
const eventId = Number(EVENT_ID);
const userId = Number(USER_ID);
const web = express();
web.disable('x-powered-by');
if (MEDIA) web.use('/media', express.static(MEDIA));

const readCaller = () =>
  sql`select u.*, e.* from users u join events e on e.id = u.event_id
      where u.id = ${userId} and u.event_id = ${eventId}`;
/** @param {number} limit */
const listPhotos = (limit) =>
  sql`select p.*, u.name, u.selfie_key,
        (select count(*)::int from favorites f where f.photo_id = p.id) as stars
      from photos p join users u on u.id = p.user_id
      where p.event_id = ${eventId} order by p.created_at desc, p.id desc limit ${limit}`;

web.get('/auth', async (_request, response) => {
  const [row] = await sql`select 1 as one`;
  response.send(`<!doctype html><title>${row?.one}</title>`);
});
web.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
web.get('/user', async (_request, response) => {
  const [user] = await readCaller();
  response.json({ id: user?.id, name: user?.name, email: user?.email });
});
web.get('/feed', async (_request, response) => {
  await readCaller();
  response.json(await listPhotos(100_000));
});
web.get('/unchanged', async (_request, response) => {
  await readCaller();
  response.status(304).end();
});
web.get('/page', async (_request, response) => {
  const [, unread, count, stars, photos] = await Promise.all([
    readCaller(),
    sql`select count(*)::int from messages where to_user_id = ${userId} and not is_read`,
    sql`select count(*)::int from photos where event_id = ${eventId}`,
    sql`select photo_id from favorites where user_id = ${userId}`,
    listPhotos(24),
  ]);
  const prints = photos.map(
    (photo) =>
      `<li><a href="/photos/${photo.id}"><img src="/media/${photo.image_key}-720.webp" ` +
      `style="background-image:url(${photo.placeholder})"></a><a>${photo.name}</a></li>`,
  );
  response.send(
    `<!doctype html><title>Feed</title><p>${count[0]?.count} ${unread[0]?.count} ${stars.length}</p>` +
      `<ul>${prints.join('')}</ul>`,
  );
});
/** @param {boolean} on @param {number} photoId */
async function star(on, photoId) {
  const connection = await pool.connect();
  const tx = tag(connection);
  await tx`begin`;
  await tx`select id from events where id = ${eventId} for share`;
  await tx`select id from users where id = ${userId} for update`;
  await tx`select id from photos where id = ${photoId} for key share`;
  if (on)
    await tx`insert into favorites (user_id, photo_id, star) values (${userId}, ${photoId}, 1)
      on conflict do nothing`;
  else await tx`delete from favorites where user_id = ${userId} and photo_id = ${photoId}`;
  await tx`commit`;
  connection.release();
}
web.post('/star/:photoId', async (request, response) => {
  await star(true, Number(request.params.photoId));
  response.json({ success: true });
});
web.delete('/star/:photoId', async (request, response) => {
  await star(false, Number(request.params.photoId));
  response.json({ success: true });
});

web.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.once('SIGTERM', () => process.exit(0));
