import type { Plugin } from 'vite';

const FACE = /instrument-sans-latin-wght-normal-[\w-]{8}\.woff2$/;

/**
 * Asks for the Latin face together with the page: a stylesheet alone would be noticed only once
 * there is text to draw, and the first words would change their look before the reader's eyes.
 */
export function earlyFont(): Plugin {
  return {
    name: 'candor:early-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => FACE.test(name));
        if (file === undefined) return [];
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: true,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
