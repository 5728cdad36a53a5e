import { defineConfig } from 'drizzle-kit';

// `npm run migration -- --name what_changed` writes the next file of src/server/migrations.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/domains/**/*.table.ts', './src/server/*.table.ts'],
  out: './src/server/migrations',
  breakpoints: true,
});
