import type { UnixMs } from '@candor/kernel';
import { type ZipFile, zipOf } from './zip.ts';

/** One sheet of a workbook: a line of names, then rows with as many cells. */
export type Sheet = {
  readonly name: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A cell takes no longer text. */
const TEXT_MAX = 32_767;
/** Spreadsheets count with doubles: a figure of more digits stays a text, so that none is lost. */
const EXACT = /^-?(?=(?:\D*\d){1,15}\D*$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** What XML 1.0 has no place for. */
// oxlint-disable-next-line no-control-regex
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NO_XML, '\uFFFD')
    .replaceAll(/[&<>"]/g, (found) => ENTITIES[found] ?? '');

/** A text cell is a string by its type: nothing in it is ever a formula. */
function cell(text: string): string {
  if (EXACT.test(text)) return `<c><v>${text}</v></c>`;
  const shown = escaped(text.slice(0, TEXT_MAX));
  return `<c t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

const row = (cells: readonly string[]): string => `<row>${cells.map(cell).join('')}</row>`;

const sheetXml = ({ names, rows }: Sheet): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<sheetData>${row(names)}${rows.map(row).join('')}</sheetData></worksheet>`;

/** A name of a sheet: at most 31 characters, none of those that name places. */
const sheetName = (name: string): string =>
  escaped(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31));

/**
 * A workbook of one sheet as ECMA-376 describes it: figures are numbers where a spreadsheet can hold
 * them exactly, everything else is text. What is no figure is never a formula.
 */
export function xlsxOf(sheet: Sheet, at: UnixMs): Promise<Buffer> {
  const part = (name: string, type: string): string =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const files: ZipFile[] = [
    {
      name: '[Content_Types].xml',
      content:
        `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}` +
        `${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    },
    {
      name: '_rels/.rels',
      content:
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content:
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>` +
        `<sheet name="${sheetName(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ];
  return zipOf(files, at);
}
