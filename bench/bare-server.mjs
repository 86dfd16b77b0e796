// The least that could answer a page from PostgreSQL: what `npm run bench:start` compares with.
import express from 'express';
import postgres from 'postgres';

const sql = postgres(process.env.DATABASE_URL);
const web = express();
web.get('/auth', async (_request, response) => {
  const [row] = await sql`select 1 as one`;
  response.send(`<!doctype html><title>${row.one}</title>`);
});
web.listen(Number(process.env.PORT), '127.0.0.1');
