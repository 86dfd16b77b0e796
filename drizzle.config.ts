import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit generate` compares db/schema with the last snapshot and writes the SQL in between.
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './db/schema/index.ts',
  out: './db/migrations',
});
