/** One entry of a catalogue. */
export type PoEntry = { readonly id: string; readonly text: string };

const LINE = /^(?:(msgid|msgstr)\s+)?"(.*)"$/;

function unquote(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/**
 * Entries of a PO file in its order, the header left out. The checks and tests read with it.
 *
 * @throws when an entry has more than one text
 */
export function readPo(content: string): PoEntry[] {
  const entries: { id: string; text: string }[] = [];
  let field: 'id' | 'text' = 'id';
  for (const line of content.split('\n')) {
    const match = LINE.exec(line.trim());
    if (match === null) continue;
    const [, keyword, quoted = ''] = match;
    if (keyword === 'msgid') entries.push({ id: '', text: '' });
    // Readers of the format differ in which of two texts they keep.
    if (keyword === 'msgstr' && field === 'text') {
      throw new Error(`${entries.at(-1)?.id ?? 'the header'} has two texts`);
    }
    if (keyword !== undefined) field = keyword === 'msgid' ? 'id' : 'text';
    const entry = entries.at(-1);
    if (entry !== undefined) entry[field] += unquote(quoted);
  }
  return entries.filter((entry) => entry.id !== '');
}
