import { ensure, formatMoney } from '@candor/kernel';
import { localeOf } from '@candor/locales';
import { paperWords } from '../../messaging/index.ts';
import { type Outline, leftToRight } from '../../platform/formats/pdf/pdf.ts';
import type { CertificateFacts } from './certificate.ts';
import { bookRows, charityLines, placeRows, sampleLines, shareRows } from './rows.ts';

/** How wide a certificate's picture is. @units points */
export const CERTIFICATE_WIDTH = 1200;

const SIDE = 72;
const INNER = CERTIFICATE_WIDTH - 2 * SIDE;
const COLOURS = {
  ...{ ink: '#14161a', soft: '#5b616b', line: '#d5d8dd', mark: '#8a5a00' },
  ...{ paper: '#ffffff', charity: '#14161a', creator: '#9aa0a9', house: '#d5d8dd' },
} as const;
const ART = 432;
const HATCH = 16;
const ROW = 46;

type Line = {
  readonly text: string;
  readonly size: number;
  readonly colour: string;
  /** Where it begins, from the side where lines begin, and where its letters stand. */
  readonly x: number;
  readonly y: number;
  /** A longer one is written smaller. */
  readonly width: number;
  /** It ends there instead. */
  readonly isAtEnd?: true;
};

/** A certificate as its lines and rules, before its letters are outlined. */
export type Layout = {
  readonly lines: readonly Line[];
  /** Where rules are drawn, from the top. */
  readonly rules: readonly number[];
  /** Top of the bar of shares. */
  readonly bar: number;
  readonly height: number;
  readonly isMarked: boolean;
};

/** Lays a certificate out; its lines are outlined as they stand here, in their order. */
export function layOut(
  facts: CertificateFacts,
  options: { readonly language: string; readonly origin: string; readonly mark: string | null },
): Layout {
  const { language, origin, mark } = options;
  const words = paperWords(language);
  const { say, amount } = words;
  const { token, charity, sale } = facts;
  const lines: Line[] = [];
  const rules: number[] = [];
  const { ink, soft } = COLOURS;
  const put = (text: string, size: number, colour: string, at: { x?: number; y: number }): void => {
    const x = at.x ?? SIDE;
    lines.push({ text, size, colour, x, y: at.y, width: CERTIFICATE_WIDTH - SIDE - x });
  };
  if (mark !== null) put(mark, 24, COLOURS.mark, { y: HATCH + 44 });
  const top = mark === null ? SIDE : SIDE + HATCH + 20;
  const beside = SIDE + ART + 48;
  put('Candor', 30, ink, { x: beside, y: top + 30 });
  put(say('certificate.title'), 26, soft, { x: beside, y: top + 78 });
  put(token.title, 46, ink, { x: beside, y: top + 156 });
  put(say('nft.by', { creator: token.creator }), 26, soft, { x: beside, y: top + 202 });
  put(charity.name, 26, ink, { x: beside, y: top + 300 });
  put(amount(formatMoney(sale.charity), 'USDT'), 54, ink, { x: beside, y: top + 366 });
  charityLines(words, facts).forEach((text, at) =>
    put(text, 21, soft, { x: beside, y: top + 402 + at * 30 }),
  );
  let y = top + ART + 44;
  const bar = y;
  y += 60;
  const row = (label: string, value: string): void => {
    const half = INNER / 2 - 12;
    lines.push({
      text: label,
      size: 22,
      colour: soft,
      x: SIDE,
      y: y + 30,
      width: INNER - half - 24,
    });
    const [size, x, width] = [22, CERTIFICATE_WIDTH - SIDE, half + 60];
    lines.push({ text: value, size, colour: ink, x, y: y + 30, width, isAtEnd: true });
    y += ROW;
    rules.push(y);
  };
  row(say('nft.price'), amount(formatMoney(sale.price), 'USDT'));
  for (const { label, value } of shareRows(words, facts)) row(label, value);
  for (const { label, value } of placeRows(words, facts)) row(label, value);
  for (const { label, value } of bookRows(words, facts)) row(label, value);
  y += 44;
  for (const text of [say('certificate.check'), ...sampleLines(words, facts)]) {
    put(text, 20, soft, { y });
    y += 30;
  }
  put(leftToRight(`${origin}/nfts`), 20, soft, { y });
  return { lines, rules, bar, height: y + SIDE - 24, isMarked: mark !== null };
}

/** Commands of a path and nothing else: what is outlined is what users wrote. */
const PATH = /^[MLQCZ\d\s.,eE-]*$/;
/** Height of the outlines' letters. */
const EM = 100;

function drawn(line: Line, { path, width }: Outline, isRightToLeft: boolean): string {
  if (!PATH.test(path)) throw new Error('not a path');
  const scale = Math.min(line.size / EM, width === 0 ? 1 : line.width / width);
  const long = width * scale;
  const x = isRightToLeft ? CERTIFICATE_WIDTH - line.x : line.x;
  // A line begins at its place or ends there, on the side the language begins on.
  const isEnd = (line.isAtEnd === true) !== isRightToLeft;
  const left = (isEnd ? x - long : x).toString();
  return `<path d="${path}" fill="${line.colour}" transform="translate(${left} ${line.y}) scale(${scale})"/>`;
}

function hatch(): string {
  const stripes: string[] = [];
  for (let x = -HATCH; x < CERTIFICATE_WIDTH; x += 14) {
    stripes.push(
      `<path d="M${x} ${HATCH}L${x + HATCH} 0" stroke="${COLOURS.mark}" stroke-width="5"/>`,
    );
  }
  return stripes.join('');
}

/** How the price is divided, drawn: the first part is the charity's. */
function bar(facts: CertificateFacts, top: number, isRightToLeft: boolean): string {
  const { split } = facts.token;
  const whole = split.charity + split.creator + split.house;
  let from = SIDE;
  return (['charity', 'creator', 'house'] as const)
    .map((part) => {
      const width = (INNER * split[part]) / whole;
      const x = isRightToLeft ? CERTIFICATE_WIDTH - from - width : from;
      from += width;
      return `<rect x="${x}" y="${top}" width="${Math.max(0, width - 3)}" height="28" fill="${COLOURS[part]}"/>`;
    })
    .join('');
}

/** A certificate as SVG, its letters as outlines and the token's picture in it. @throws Error for an outline that is no path */
export function drawCertificate(
  facts: CertificateFacts,
  layout: Layout,
  made: { readonly language: string; readonly outlines: readonly Outline[]; readonly art: Buffer },
): string {
  const { lines, rules, height, isMarked } = layout;
  const isRightToLeft = localeOf(made.language)?.dir === 'rtl';
  const top = isMarked ? SIDE + HATCH + 20 : SIDE;
  const artX = isRightToLeft ? CERTIFICATE_WIDTH - SIDE - ART : SIDE;
  const picture = `data:image/jpeg;base64,${made.art.toString('base64')}`;
  const size = `width="${CERTIFICATE_WIDTH}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${CERTIFICATE_WIDTH} ${height}">`,
    `<rect ${size} fill="${COLOURS.paper}"/>`,
    ...(isMarked ? [hatch()] : []),
    `<image x="${artX}" y="${top}" width="${ART}" height="${ART}" preserveAspectRatio="xMidYMid slice" href="${picture}"/>`,
    bar(facts, layout.bar, isRightToLeft),
    ...rules.map(
      (y) => `<rect x="${SIDE}" y="${y}" width="${INNER}" height="1" fill="${COLOURS.line}"/>`,
    ),
    ...lines.map((line, at) =>
      drawn(line, ensure(made.outlines[at], 'each line is outlined'), isRightToLeft),
    ),
    '</svg>',
  ].join('');
}
