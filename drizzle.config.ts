import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/**/*.store.ts', './src/features/**/*.store.ts'],
  out: './migrations',
});
