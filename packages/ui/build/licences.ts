import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(?:licen[cs]e|copying|ofl|notice)(?:[.-].*)?$/i;
const RULE = `\n${'-'.repeat(79)}\n\n`;

type About = { readonly name: string; readonly version: string; readonly license?: string };

async function textOf(folder: string): Promise<string> {
  const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as About;
  const files = (await readdir(folder)).filter((file) => LICENCE.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const head = `${about.name} ${about.version}\nLicence: ${about.license ?? 'see below'}\n`;
  return [head, ...texts.map((text) => text.trim())].join('\n');
}

/** Leaves beside the pages the licences of every package of others that is part of them. */
export function licences(): Plugin {
  const folders = new Set<string>();
  let root = '';
  const meet = (id: string): void => {
    // Code that a build tool adds has a mark before its address; styles are named from the root.
    const [, folder] = PACKAGE.exec(resolve(root, id.replace(/^\0/, ''))) ?? [];
    if (folder !== undefined) folders.add(folder);
  };
  return {
    name: 'candor:licences',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) {
        if (one.type === 'chunk') one.moduleIds.forEach(meet);
        else one.originalFileNames.forEach(meet);
      }
      const texts = await Promise.all([...folders].toSorted().map(textOf));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(RULE) });
    },
  };
}
