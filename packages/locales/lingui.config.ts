import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import table from './locales.json' with { type: 'json' };

// Ids are written by hand ("ticket.buy"), never derived from the English text.
export default defineConfig({
  sourceLocale: 'en',
  locales: table.map(({ file }) => file),
  catalogs: [
    { path: '<rootDir>/src/{locale}', include: [] },
    { path: '<rootDir>/src/desk/{locale}', include: [] },
  ],
  format: formatter({ explicitIdAsDefault: true }),
});
