import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import {
  compressed,
  earlyFont,
  licences,
  phosphorWeights,
  refusalCodes,
  textParts,
} from '@candor/ui/build';
import { marketFiles } from './vite/market-files.ts';
import { worker } from './vite/worker.ts';

const LINGUI = fileURLToPath(new URL('../../packages/locales/lingui.config.ts', import.meta.url));
/** Chunks of the pages most visits go on to. */
const PAGE = /\/(?:MarketDesk|MarketPhoneList|market-parts)-[\w-]{8}\.js$/;
/** Small parts that every page needs: one file of them is two kilobytes lighter than ten. */
const EVERYWHERE = new RegExp(
  [
    'vite/preload-helper',
    '/node_modules/(?:react|@lingui/core)/',
    '/@phosphor-icons/react/dist/lib/',
    '/packages/ui/src/(?:format|make-icon|use-locale)\\.tsx?$',
    '/packages/locales/src/(?:locales|runtime)\\.ts$',
    '/apps/web/src/lib/(?:clock|session|storage)\\.ts$',
  ].join('|'),
);
/** What forms and dialogs of nearly every page are made of. */
const FORMS =
  /\/packages\/ui\/src\/(?:DecimalField|Dialog|Field|Note|RiskFacts|Tabs|note-icons)\.tsx?$/;
/** Chunks the entry imports itself. */
const IN_ENTRY = /\/(frame|frame-icons|rolldown-runtime)-[\w-]{8}\.js$/;
/** The product's, as its first file says it. */
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    lingui({ configPath: LINGUI, failOnCompileError: true }),
    textParts(),
    phosphorWeights(),
    refusalCodes(),
    earlyFont(),
    licences(),
    worker(),
    compressed(),
  ],
  resolve: {
    // wouter brings a stand-in for a hook that React has had since 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  define: { 'import.meta.env.CANDOR_VERSION': JSON.stringify(version) },
  // The server writes a number of its own in its place each time it sends the page.
  html: { cspNonce: 'NUMBER-OF-THIS-ANSWER' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What a module imports goes where its own page needs it, the entry above all.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'frame', test: EVERYWHERE, priority: 1 },
            { name: marketFiles() },
            { name: 'form-parts', test: FORMS },
          ],
        },
      },
    },
    // Everything under its own address: the page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // With a page what it imports is asked for at once. Naming that for every small part as well
      // would make the first load heavier by a kilobyte; most of it is there by then.
      resolveDependencies: (file, found, { hostType }) =>
        hostType === 'html' || file.endsWith('.css') || PAGE.test(file)
          ? found.filter((one) => hostType === 'html' || !IN_ENTRY.test(one))
          : found.filter((one) => one.endsWith('.css')),
    },
  },
});
