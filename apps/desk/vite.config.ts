import {
  compressed,
  earlyFont,
  licences,
  phosphorWeights,
  refusalCodes,
  textParts,
} from '@candor/ui/build';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const LINGUI = fileURLToPath(new URL('../../packages/locales/lingui.config.ts', import.meta.url));

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
    compressed(),
  ],
  resolve: {
    // wouter brings a stand-in for a hook that React has had since 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  // The server writes a number of its own in its place each time it sends the page.
  html: { cspNonce: 'NUMBER-OF-THIS-ANSWER' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Everything under its own address: the page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
