import { getDocumentProxy } from 'unpdf';

/** A text of a page where a reader finds it, from the page’s lower left corner. @units points */
export type PdfText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
};

/** What a reader of its own, which shares no code with the writer, finds on each page. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText[][]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: PdfText[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(
      content.items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
          : [],
      ),
    );
  }
  await document.cleanup();
  return pages;
}

/** The files a document carries, by their names. */
export async function readAttachments(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const files: [string, string][] = [];
  for (const [id, { filename }] of (await document.getAttachments()) ?? new Map()) {
    const content = await document.getAttachmentContent(id);
    files.push([filename, Buffer.from(content ?? []).toString()]);
  }
  await document.cleanup();
  return new Map(files);
}

/**
 * Letters and figures of a text in an order of their own. A reader turns what runs to the left by
 * itself, each in its way, and writes some letters in two: which letters there are stays.
 */
export function lettersOf(text: string): string {
  return [...text.normalize('NFKC')]
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .toSorted()
    .join('');
}

/** The same of whole pages. */
export function lettersOfPages(pages: readonly (readonly PdfText[])[]): string {
  return lettersOf(
    pages
      .flat()
      .map(({ text }) => text)
      .join(''),
  );
}
