import { type Mode, type Result, type UnixMs, assert } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { RecordFile } from './files.ts';

/** A list as a file, from one moment to before another; refused while it has more rows than a file carries. */
type FileOf = (span: {
  readonly from: number;
  readonly to: number;
}) => Promise<Result<RecordFile, Failure<'unreadable'>>>;

/** The spans' rows, each in a file that fits: what does not is halved until it does. */
async function inParts(
  fileOf: FileOf,
  span: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const { from, to } = span;
  const made = await fileOf(span);
  if (made.ok) return [made.value.text];
  const middle = Math.floor((from + to) / 2);
  assert(middle > from, 'the rows of one millisecond fit into a file');
  const halves = [
    await inParts(fileOf, { from, to: middle }),
    await inParts(fileOf, { from: middle, to }),
  ];
  return halves.flat();
}

/** What the two lists are read by. */
export type WholeLists = {
  readonly orders: (
    params: { readonly mode: Mode; readonly product: 'contracts' | 'options' },
    span: Parameters<FileOf>[0],
  ) => ReturnType<FileOf>;
  readonly transactions: (mode: Mode, span: Parameters<FileOf>[0]) => ReturnType<FileOf>;
};

/**
 * Everything a user's two trading accounts and their orders hold, as CSV files, one folder per
 * trading account: orders, options and payments. A list too long for one file comes in several,
 * numbered, oldest first.
 */
export async function wholeFiles(
  lists: WholeLists,
  until: UnixMs,
): Promise<{ name: string; content: string }[]> {
  const span = { from: 0, to: until + 1 };
  const files: { name: string; content: string }[] = [];
  for (const mode of ['real', 'demo'] as const) {
    const named: readonly (readonly [string, FileOf])[] = [
      ['orders', (one) => lists.orders({ mode, product: 'contracts' }, one)],
      ['options', (one) => lists.orders({ mode, product: 'options' }, one)],
      ['transactions', (one) => lists.transactions(mode, one)],
    ];
    for (const [name, fileOf] of named) {
      const parts = await inParts(fileOf, span);
      parts.forEach((content, at) => {
        const number = parts.length === 1 ? '' : `-${at + 1}`;
        files.push({ name: `${mode}/${name}${number}.csv`, content });
      });
    }
  }
  return files;
}
