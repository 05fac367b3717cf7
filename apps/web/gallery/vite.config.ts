import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import web from '../vite.config.ts';

// The product's own settings, another entry: nothing of this folder is part of the product's build.
export default defineConfig({
  ...web,
  root: import.meta.dirname,
  publicDir: false,
  cacheDir: fileURLToPath(new URL('../../../.cache/vite-gallery', import.meta.url)),
});
