import type { PoEntry } from './po.ts';

/** A term in one language: how it is said, and how it is not said. */
type TermForms = {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
};

/** A term by language, as a row of the glossary has it. */
type Term = Readonly<Record<string, TermForms>>;

const split = (text: string): string[] =>
  text
    .split(',')
    .map((form) => form.trim())
    .filter((form) => form !== '');

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function formsOf(cell: string): TermForms {
  const [accepted = '', refused = ''] = cell.split('✗');
  return { accepted: split(accepted), refused: split(refused) };
}

/** The terms of `glossary.md`; its first row names the languages. */
export function readGlossary(text: string): Term[] {
  const [header = '', , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
  const languages = cellsOf(header);
  return rows.map((row) => {
    const cells = cellsOf(row);
    return Object.fromEntries(languages.map((name, at) => [name, formsOf(cells[at] ?? '')]));
  });
}

// A soft hyphen says where a word may break, and is no letter of it.
const folded = (text: string): string =>
  text.normalize('NFC').replaceAll('\u00AD', '').toLowerCase();

/** Whether a form stands in a text as words of its own; scripts without spaces have none. */
function stands(form: string, text: string): boolean {
  const sought = folded(form);
  const said = folded(text);
  if (!/^\p{Script=Latin}/u.test(sought)) return said.includes(sought);
  const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign);
  for (let at = said.indexOf(sought); at >= 0; at = said.indexOf(sought, at + 1)) {
    if (!isLetter(said[at - 1]) && !isLetter(said[at + sought.length])) return true;
  }
  return false;
}

/** Texts of a language that say a term otherwise than the glossary, each with the term. */
export function otherTranslations(
  terms: readonly Term[],
  {
    language,
    english,
    texts,
  }: {
    readonly language: string;
    readonly english: readonly PoEntry[];
    readonly texts: readonly PoEntry[];
  },
): string[] {
  const source = new Map(english.map(({ id, text }) => [id, folded(text)]));
  return terms.flatMap((term) => {
    const names = (term['en']?.accepted ?? []).map(folded);
    const { accepted = [], refused = [] } = term[language] ?? {};
    const forms = accepted.map(folded);
    return texts
      .filter(({ id, text }) => {
        const isAlone = names.includes(source.get(id) ?? '');
        return (
          (isAlone && !forms.includes(folded(text))) || refused.some((form) => stands(form, text))
        );
      })
      .map(({ id, text }) => `${names[0]}: ${id}: ${text}`);
  });
}
