// Promise: a document says in each of the eleven languages what it was asked to say, in fonts that
// draw it, with equal bytes for equal facts; what is too long, or too much at once, is refused.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unixMs } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PdfText,
  lettersOf,
  lettersOfPages,
  readAttachments,
  readPdf,
} from '../../../../test/pdf-text.ts';
import { wordsOf } from '../../../messaging/index.ts';
import { PDF_ATTACHED_MAX } from './document.ts';
import { PDF_LINES_MAX, type PdfPaper, type PdfPart, createPdfs, leftToRight } from './pdf.ts';

const pdfs = createPdfs();
afterAll(() => pdfs.stop());

const PATIENCE_MS = 90_000;

const paper = (parts: readonly PdfPart[] = [], change: Partial<PdfPaper> = {}): PdfPaper => ({
  language: 'en',
  title: 'A document',
  lead: [],
  parts,
  footer: ['https://candor.example', 'SHA-256 00ff'],
  pageWords: 'Page {page} of {pages}',
  at: unixMs(1_795_293_098_664),
  ...change,
});

async function written(document: PdfPaper, by = pdfs): Promise<Buffer> {
  const made = await by.write(document, 'a user');
  if (!made.ok) throw new Error(made.failure.name);
  return made.value;
}

const pagesOf = async (document: PdfPaper, by = pdfs) => readPdf(await written(document, by));
const find = (page: readonly PdfText[] = [], text: string) =>
  page.filter((one) => one.text.includes(text));

/** Sentences of the catalogue whose words end where a line does, or do not. */
const KEYS = [
  'receipt.yourself-text',
  'receipt.house-note',
  'receipt.rules-note',
  'records.lead',
  'receipt.reason-user',
] as const;

describe.each(LOCALES)('$value', ({ value: language, dir }) => {
  const { textOf } = wordsOf(language);
  const rows = KEYS.map((key) => ({ label: textOf(key), value: leftToRight('−1234.567890 USDT') }));
  const document = paper([{ title: textOf('receipt.title'), rows }], { language });

  test(
    'every letter is drawn by a face that has it',
    async () => {
      const pages = await pagesOf(document);
      const said = [document.title, textOf('receipt.title'), ...document.footer, 'Page 1 of 1'];
      const values = rows.flatMap(({ label, value }) => [label, value]);
      expect(lettersOfPages(pages)).toBe(lettersOf([...said, ...values].join('')));
      const all = pages
        .flat()
        .map(({ text }) => text)
        .join('');
      // What a face does not have is drawn as a box, which reads as nothing, or as a question mark.
      expect(all).not.toMatch(/[\u0000\uFFFD?？]/u);
    },
    PATIENCE_MS,
  );

  test(
    'lines begin where the language begins them, and figures run from left to right',
    async () => {
      const [page = []] = await pagesOf(document);
      const figures = find(page, '1234.567890');
      expect(figures).toHaveLength(KEYS.length);
      for (const { x } of figures) expect(x < 200).toBe(dir === 'rtl');
    },
    PATIENCE_MS,
  );

  test(
    'equal facts make equal bytes',
    async () => {
      const [one, other] = [await written(document), await written({ ...document })];
      expect(one.equals(other)).toBe(true);
      const later = await written({ ...document, footer: ['another'] });
      expect(later.equals(one)).toBe(false);
      // A face is inside with the letters it draws, not whole.
      expect(one.length).toBeLessThan(200_000);
    },
    PATIENCE_MS,
  );
});

describe('letters', () => {
  const widthOf = async (text: string) => {
    const [page = []] = await pagesOf(paper([], { language: 'ar', title: text, footer: [] }));
    return page
      .filter(({ text: one }) => /\p{Script=Arabic}/u.test(one))
      .reduce((sum, { width }) => sum + width, 0);
  };

  test(
    'of Arabic are joined',
    async () => {
      // Three of them side by side, and with what keeps each by itself between them.
      const joined = await widthOf('ببب');
      const apart = await widthOf('ب\u200Cب\u200Cب');
      expect(joined).toBeGreaterThan(0);
      expect(joined).toBeLessThan(apart * 0.8);
    },
    PATIENCE_MS,
  );

  test(
    'of another language than the document’s are drawn as well',
    async () => {
      const text = '王小明 محمد สมชาย 김철수 やまだ';
      const pages = await pagesOf(paper([], { title: text, footer: [], pageWords: '' }));
      expect(lettersOfPages(pages)).toBe(lettersOf(text));
    },
    PATIENCE_MS,
  );

  test(
    'no face has are question marks, and control characters are spaces',
    async () => {
      const title = 'a\u{1F600}b\u0000c\u001B[31md\u202Ee';
      const [page = []] = await pagesOf(paper([], { title, footer: [] }));
      const text = page
        .filter(({ y }) => y > 700)
        .map((one) => one.text)
        .join('');
      expect(text).toContain('a?b c [31md');
      expect(text).not.toMatch(/\p{Cc}/u);
    },
    PATIENCE_MS,
  );
});

describe('pages', () => {
  const lines = Array.from({ length: 120 }, (_, index) => [`row ${index}`, `${index}.5`]);
  const columns = [
    { head: 'Kind of it', share: 3 },
    { head: 'How much', share: 2, isFigure: true },
  ] as const;

  test(
    'repeat the heads of a table, and each says its number, source and hash',
    async () => {
      const pages = await pagesOf(paper([{ title: 'Table', columns, lines }]));
      expect(pages.length).toBeGreaterThan(2);
      pages.forEach((page, index) => {
        for (const text of ['Kind of it', 'How much', 'https://candor.example', '00ff']) {
          expect(find(page, text)).toHaveLength(1);
        }
        expect(find(page, `Page ${index + 1} of ${pages.length}`)).toHaveLength(1);
      });
      for (const [name = ''] of lines) {
        expect(pages.flat().filter(({ text }) => text === name)).toHaveLength(1);
      }
    },
    PATIENCE_MS,
  );

  test(
    'all carry the mark of an installation that has one',
    async () => {
      const marked = createPdfs({ markOf: (language) => `nothing of this is money, ${language}` });
      const pages = await pagesOf(paper([{ title: 'Table', columns, lines }]), marked);
      await marked.stop();
      for (const page of pages) expect(find(page, 'nothing of this is money, en')).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test(
    'a text without spaces is broken, and nothing of it is lost',
    async () => {
      const text = 'f'.repeat(900);
      const pages = await pagesOf(paper([{ title: 'x', paragraphs: [text] }]));
      const said = pages.flat().filter((one) => /^f+$/.test(one.text));
      expect(said.map((one) => one.text).join('')).toBe(text);
      for (const { x, width } of said) expect(x + width).toBeLessThan(560);
    },
    PATIENCE_MS,
  );
});

test(
  'a document carries texts as files, byte for byte, and a table what is said below it',
  async () => {
    const attached = [
      { name: 'facts.json', text: '{"name":"王小明 محمد","amount":"1.00"}' },
      { name: 'words.json', text: 'x'.repeat(50_000) },
    ];
    const part = {
      title: 'Table',
      columns: [{ head: 'Head', share: 1 }],
      lines: [['a line']],
      below: ['said below it'],
    } as const;
    const bytes = await written(paper([part], { attached }));
    expect([...(await readAttachments(bytes))]).toEqual(
      attached.map(({ name, text }) => [name, text]),
    );
    expect(bytes.equals(await written(paper([part], { attached })))).toBe(true);
    const [page = []] = await readPdf(bytes);
    const [line] = find(page, 'a line');
    const [below] = find(page, 'said below it');
    expect(below?.y).toBeLessThan(line?.y ?? 0);
    const large = [{ name: 'large', text: 'x'.repeat(PDF_ATTACHED_MAX + 1) }];
    const refused = await pdfs.write(paper([part], { attached: large }), 'a user');
    expect(refused).toEqual({ ok: false, failure: { name: 'too-long' } });
  },
  PATIENCE_MS,
);

describe('refused is', () => {
  const column = [{ head: 'x', share: 1 }] as const;

  test(
    'a document with more lines, text or pages than it may have',
    async () => {
      const lines = Array.from({ length: PDF_LINES_MAX + 1 }, () => ['x']);
      const many = await pdfs.write(paper([{ title: 'x', columns: column, lines }]), 'a user');
      expect(many).toEqual({ ok: false, failure: { name: 'too-long' } });
      const long = await pdfs.write(
        paper([{ title: 'x', paragraphs: ['x '.repeat(400_000)] }]),
        'a user',
      );
      expect(long).toEqual({ ok: false, failure: { name: 'too-long' } });
      const tall = Array.from({ length: 9_000 }, () => '');
      const high = await pdfs.write(paper([{ title: 'x', paragraphs: tall }]), 'a user');
      expect(high).toEqual({ ok: false, failure: { name: 'too-long' } });
      // The thread that found out goes on.
      expect((await pdfs.write(paper(), 'a user')).ok).toBe(true);
    },
    PATIENCE_MS,
  );

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-pdf-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function writing(program: string, limits = { timeMs: 1_000, waiting: 2, waitingOfOne: 2 }) {
    const file = join(folder, `${program.length}.mjs`);
    await writeFile(file, program);
    return createPdfs({ limits, program: pathToFileURL(file) });
  }

  test(
    'one whose writer takes too long, or dies',
    async () => {
      const silent = await writing(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});`,
      );
      expect(await silent.write(paper(), 'a user')).toEqual({
        ok: false,
        failure: { name: 'busy' },
      });
      await silent.stop();
      const dying = await writing(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('x'); });`,
        { timeMs: 60_000, waiting: 2, waitingOfOne: 2 },
      );
      expect(await dying.write(paper(), 'a user')).toEqual({
        ok: false,
        failure: { name: 'busy' },
      });
      expect(await dying.write(paper(), 'a user')).toEqual({
        ok: false,
        failure: { name: 'busy' },
      });
      await dying.stop();
    },
    PATIENCE_MS,
  );

  test(
    'one when more wait than may',
    async () => {
      const silent = await writing(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message',  () => {});`,
      );
      const [first, second, third] = [1, 2, 3].map(() => silent.write(paper(), 'a user'));
      expect(await third).toEqual({ ok: false, failure: { name: 'busy' } });
      await Promise.all([first, second]);
      await silent.stop();
    },
    PATIENCE_MS,
  );

  test(
    'one of a caller who has as many waiting as one may, and no other caller, nor a line of staff',
    async () => {
      const slow = await writing(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ outlines }) => setTimeout(() => parentPort.postMessage(outlines ? { outlines: [{ path: 'M0 0', width: 1 }] } : { bytes: new Uint8Array(1) }), 50));`,
        { timeMs: 60_000, waiting: 3, waitingOfOne: 2 },
      );
      const write = (by: string) => slow.write(paper(), by);
      const asked = [write('one'), write('one'), write('one'), write('other'), write('third')];
      const line = slow.outline('staff');
      const said = (await Promise.all(asked)).map(({ ok: isMade }) => isMade);
      expect(said).toEqual([true, true, false, true, false]);
      expect((await line).ok).toBe(true);
      // Their places are free again.
      expect((await write('one')).ok).toBe(true);
      await slow.stop();
    },
    PATIENCE_MS,
  );
});
