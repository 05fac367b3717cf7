import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ensure } from '@candor/kernel';
import { preferences } from '@candor/protocol';
import { DEFAULT_PAGES } from './rules.ts';

/** One text as it comes with the product. */
export type DefaultText = {
  readonly pageId: string;
  readonly language: string;
  readonly title: string;
  readonly html: string;
  /** SHA-256 of title and text, in hex. */
  readonly hash: string;
};

const FOLDER = new URL('./defaults/', import.meta.url);
const TITLE = /^<h1>([^<]+)<\/h1>\n/;

/** The parts of a file: its first line is the title. @throws InvariantError without one */
function readText(content: string): Pick<DefaultText, 'title' | 'html' | 'hash'> {
  const [line, title] = ensure(TITLE.exec(content), 'a text begins with its title');
  const html = content.slice(line.length).trim();
  const words = ensure(title, 'the title').replaceAll('&amp;', '&');
  const hash = createHash('sha256').update(`${words}\n${html}`).digest('hex');
  return { title: words, html, hash };
}

let read: readonly DefaultText[] | null = null;

/** Every text that comes with the product, in every language it is there in. */
export function defaultTexts(): readonly DefaultText[] {
  read ??= preferences.LANGUAGES.flatMap((language) =>
    DEFAULT_PAGES.flatMap(({ id }) => {
      const file = new URL(`${language}/${id}.html`, FOLDER);
      if (!existsSync(file)) return [];
      return [{ pageId: id, language, ...readText(readFileSync(file, 'utf8')) }];
    }),
  );
  return read;
}
