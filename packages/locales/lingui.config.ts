import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

// Ids are written by hand ("ticket.buy"), never derived from the English text.
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ar'],
  catalogs: [{ path: '<rootDir>/src/{locale}', include: [] }],
  format: formatter({ explicitIdAsDefault: true }),
});
