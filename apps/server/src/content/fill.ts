import {
  NOT_SET,
  PARAMETERS,
  type ParameterKey,
  type Parameters,
  isParameterKey,
} from '../parameters/index.ts';
import { type Words, wordsOf } from '../messaging/index.ts';
import { escapeHtml } from './sanitise.ts';

const PLACE = /\{\{([a-zA-Z0-9.]+)\}\}/g;

/** Which parameters stand in which table: by the first part of their key. */
const TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['table.contracts', ['contract']],
  ['table.leverage', ['leverage']],
  ['table.options', ['option']],
  ['table.cashier', ['deposit', 'withdrawal']],
  ['table.products', ['plan', 'loan']],
]);

/** Names of what a text may ask for: parameters and their tables. */
export const PLACEHOLDERS: readonly string[] = [...Object.keys(PARAMETERS), ...TABLES.keys()];

/** Places of a text that name no parameter and no table; what is written so is shown as it is. */
export function unknownPlaces(html: string): readonly string[] {
  const named = [...html.matchAll(/\{\{([^{}]{0,80})\}\}/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !PLACEHOLDERS.includes(name));
}

type Figures = Pick<Parameters, 'text'>;

function figure(text: string, words: Words, style: Intl.NumberFormatOptions = {}): string {
  const format = new Intl.NumberFormat(words.locale.htmlLang, {
    numberingSystem: 'latn',
    maximumFractionDigits: 18,
    ...style,
  });
  // Decimal text keeps every digit; a float would not.
  return format.format(text as Intl.StringNumericLiteral);
}

/** The coin an amount is in: named at the end of the key, USDT otherwise. */
function coinOf(key: string): string {
  const [, coin = 'usdt'] = /(Btc|Eth|Usdt)$/.exec(key) ?? [];
  return coin.toUpperCase();
}

/** A parameter's value as people read it. */
function valueOf(key: ParameterKey, parameters: Figures, words: Words): string {
  const value = parameters.text(key);
  const type = PARAMETERS[key];
  if (type === 'share') return figure(value, words, { style: 'percent' });
  if (type === 'amount') return `${figure(value, words)}\u00a0${coinOf(key)}`;
  if (type === 'count' && key !== 'copyright.year') return figure(value, words);
  return value === NOT_SET ? words.textOf('trust.not-set') : value;
}

/** A value inside a text; what is written the other way does not turn its neighbours round. */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

function nameOf(key: ParameterKey, words: Words): string {
  const [, seconds] = /^option\.rate(\d+)$/.exec(key) ?? [];
  if (seconds === undefined) return words.textOf(`parameter.${key.replace('.', '-')}`);
  return words.textOf('parameter.option-rate').replace('{period}', periodOf(seconds, words));
}

/** Seconds as the ticket offers the period: the longest unit that leaves no rest. */
const UNITS = [
  ['options.period-d', 86_400],
  ['options.period-h', 3_600],
  ['options.period-min', 60],
] as const;

function periodOf(text: string, words: Words): string {
  const seconds = Number.parseInt(text, 10);
  // A minute is offered as 60 seconds.
  const [key, unit] = UNITS.find(([, one]) => seconds > 60 && seconds % one === 0) ?? [
    'options.period-s',
    1,
  ];
  return words.textOf(key).replace('{count}', figure(String(seconds / unit), words));
}

function tableOf(areas: readonly string[], parameters: Figures, words: Words): string {
  const keys = (Object.keys(PARAMETERS) as ParameterKey[]).filter((key) =>
    areas.includes(key.split('.')[0] ?? ''),
  );
  const rows = keys.map((key) => {
    const name = escapeHtml(nameOf(key, words));
    return `<tr><th scope="row">${name}</th><td>${isolated(valueOf(key, parameters, words))}</td></tr>`;
  });
  const head = ['trust.parameter', 'trust.value']
    .map((key) => `<th scope="col">${escapeHtml(words.textOf(key))}</th>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/**
 * A text with the parameters in force now in its places, in the form of its language. What nobody
 * knows stays as it is written.
 */
export function fillPlaces(html: string, language: string, parameters: Figures): string {
  const words = wordsOf(language);
  return html.replaceAll(PLACE, (place, name: string) => {
    const areas = TABLES.get(name);
    if (areas !== undefined) return tableOf(areas, parameters, words);
    return isParameterKey(name) ? isolated(valueOf(name, parameters, words)) : place;
  });
}
