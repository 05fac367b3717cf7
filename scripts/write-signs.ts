/**
 * `node scripts/write-signs.ts FOLDER`: the signs of coins and currencies that stand in the discs of markets, from an
 * unpacked @web3icons/core (MIT): one picture with a sign under the other, and the style that shows each of them.
 * The package is not a dependency: it is large, and what is needed of it is written once.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COIN_NAMES } from '../apps/server/src/market/catalogue/coin-names.ts';

const SIDE = 24;
/** Drawn with shapes alone: no filter, no reference, no style. */
const DRAWN = /^(?:<\/?(?:path|g|circle|ellipse|rect|polygon)(?: [a-z-]+="[^"<>]*")*\s*\/?>|\s)*$/;
/** Signs that are letters of every face. */
const CURRENCIES = { AUD: 'A$', CAD: 'C$', CHF: 'Fr', EUR: '€', GBP: '£', NZD: 'N$', USD: '$' };

const out = (name: string): string =>
  fileURLToPath(new URL(`../apps/web/src/signs/${name}`, import.meta.url));

/** What is drawn of a sign; null where the package has none of that kind. */
function drawingOf(folder: string, coin: string): string | null {
  const file = join(folder, 'dist/svgs/tokens/mono', `${coin}.svg.js`);
  if (!existsSync(file)) return null;
  const [, box, drawn = ''] =
    /<svg [^>]*viewBox="([\d ]+)"[^>]*>(.*)<\/svg>/s.exec(readFileSync(file, 'utf8')) ?? [];
  const clean = drawn.replaceAll('\\n', '').replaceAll(/\s+/g, ' ').replaceAll(/> </g, '><').trim();
  return box === `0 0 ${SIDE} ${SIDE}` && DRAWN.test(clean) ? clean : null;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Where is @web3icons/core unpacked?');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  version: string;
};
const found = [...Object.keys(COIN_NAMES), 'USDT']
  .toSorted()
  .map((coin) => ({ coin, drawn: drawingOf(folder, coin) }))
  .filter((one): one is { coin: string; drawn: string } => one.drawn !== null);

const origin = `@web3icons/core ${version}, MIT License, by 0xa3k5`;
const rows = found.map(({ drawn }, at) => `<g transform="translate(0 ${at * SIDE})">${drawn}</g>`);
writeFileSync(
  out('signs.svg'),
  `<!-- ${origin} -->\n<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE * found.length}" viewBox="0 0 ${SIDE} ${SIDE * found.length}" fill="none">\n${rows.join('\n')}\n</svg>\n`,
);

const placed = (name: string): string => `[data-sign='${name}']`;
const coins = found.map(({ coin }) => placed(coin));
const currencies = Object.entries(CURRENCIES);
const place = (at: number): number => Math.round((at * 1e6) / (found.length - 1)) / 1e4;
writeFileSync(
  out('signs.css'),
  `/* Written by scripts/write-signs.ts. Signs: ${origin} */
:is(${[...coins, ...currencies.map(([name]) => placed(name))].join(', ')}) {
  font-size: 0;
}
:is(${coins.join(', ')})::before {
  content: '';
  width: 62.5%;
  aspect-ratio: 1;
  background: currentColor;
  mask: url('./signs.svg') 0 var(--sign) / 100% ${found.length * 100}% no-repeat;
}
:is(${currencies.map(([name]) => placed(name)).join(', ')})::before {
  font-size: 0.75rem;
}
${found.map(({ coin }, at) => `${placed(coin)} { --sign: ${place(at)}%; }`).join('\n')}
${currencies.map(([name, sign]) => `${placed(name)}::before { content: '${sign}'; }`).join('\n')}
`,
);
process.stdout.write(`${found.length} coins, ${currencies.length} currencies\n`);
