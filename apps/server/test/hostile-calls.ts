import { randomUUID } from 'node:crypto';
import type { Mode } from '@candor/kernel';
import { BASE_PATH, type Endpoint, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { PICTURE, formOf } from './form.ts';

/** The part of JSON Schema that our shapes are written in. */
type Shape = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly default?: unknown;
};

/** Where a value of a call stands. */
export type Place = {
  readonly part: 'body' | 'query' | 'params';
  readonly path: readonly string[];
  /** Whether the shape takes a text there. */
  readonly isText: boolean;
};

/** The parts of a call, and what a test may put into the place of one value. */
export type Parts = Record<Place['part'], unknown>;

const shapeOf = (type: z.ZodType): Shape =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Shape;

/** A text as a shape asks for it; what only a function knows is said by its description. */
function textFor(shape: Shape): string {
  if (shape.format === 'uuid') return randomUUID();
  if (shape.format === 'date') return '2024-01-02';
  if (shape.description?.startsWith('time zone') === true) return 'Asia/Tokyo';
  if (shape.description?.startsWith('decimal text') === true) return '1';
  if (shape.pattern === undefined) return 'a word'.padEnd(shape.minLength ?? 0, '.');
  // A page of ours: what must not follow is a thing the sampler cannot make.
  if (shape.pattern.includes('(?!')) return '/market';
  const { maxLength = 100, minLength = 0 } = shape;
  const texts = fc.stringMatching(new RegExp(shape.pattern, 'u'));
  const fitting = texts.filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.sample(fitting, { seed: 1, numRuns: 1 })[0] ?? '';
}

/** One value that a shape takes, every optional part of it said too. */
function valueFor(shape: Shape): unknown {
  const several = shape.anyOf ?? shape.oneOf;
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (several !== undefined) {
    return valueFor(several.find(({ type }) => type !== 'null') ?? { type: 'null' });
  }
  if (shape.type === 'string') return textFor(shape);
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1);
  if (shape.type === 'array') return [valueFor(shape.items ?? {})];
  if (shape.type !== 'object') return 'anything';
  const parts = Object.entries(shape.properties ?? {});
  return Object.fromEntries(parts.map(([key, inner]) => [key, valueFor(inner)]));
}

function placesIn(part: Place['part'], shape: Shape, path: readonly string[] = []): Place[] {
  const several = shape.anyOf ?? shape.oneOf;
  if (several !== undefined) {
    const all = several.flatMap((one) => placesIn(part, one, path));
    return all.filter(
      (one, n) => all.findIndex((other) => other.path.join() === one.path.join()) === n,
    );
  }
  if (shape.type === 'object') {
    return Object.entries(shape.properties ?? {}).flatMap(([key, inner]) =>
      placesIn(part, inner, [...path, key]),
    );
  }
  if (shape.type === 'array') return placesIn(part, shape.items ?? {}, [...path, '0']);
  return path.length === 0 ? [] : [{ part, path, isText: shape.type === 'string' }];
}

/** Every value a call takes, by its shapes. */
export function placesOf(endpoint: Endpoint): Place[] {
  return [
    ...placesIn('params', shapeOf(endpoint.params)),
    ...placesIn('query', shapeOf(endpoint.query)),
    ...(endpoint.method === 'GET' ? [] : placesIn('body', shapeOf(endpoint.body))),
  ];
}

/** A body with every part said, or with one of those that exclude one another. */
function bodyFor(type: z.ZodType): unknown {
  const shape = shapeOf(type);
  const whole = valueFor(shape);
  if (type.safeParse(whole).success) return whole;
  const parts = Object.entries(whole as object);
  const needed = parts.filter(([key]) => shape.required?.includes(key) === true);
  const tries = parts.map((part) => Object.fromEntries([...needed, part]));
  return tries.find((one) => type.safeParse(one).success) ?? whole;
}

/** A call whose every part has a good shape. */
export const partsOf = (endpoint: Endpoint): Parts => ({
  params: valueFor(shapeOf(endpoint.params)),
  query: valueFor(shapeOf(endpoint.query)),
  body: bodyFor(endpoint.body),
});

/** The same with another value in one place. */
export function partsWith(parts: Parts, { part, path }: Place, value: unknown): Parts {
  const put = (inner: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return value;
    if (Array.isArray(inner)) return [put(inner[0], rest)];
    const known = (inner ?? {}) as Record<string, unknown>;
    return { ...known, [key]: put(known[key], rest) };
  };
  return { ...parts, [part]: put(parts[part], path) };
}

/** What reaches the wire: lone halves of a pair have no spelling in an address. */
const inAddress = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

/** Address, headers and body of a call with these parts. */
export function requestOf(
  endpoint: Endpoint,
  parts: Parts,
  by: { readonly token?: string; readonly mode?: Mode } = {},
) {
  const params = parts.params as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => inAddress(params[key]));
  const query = Object.entries(parts.query as Record<string, unknown>)
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${inAddress(one)}`))
    .join('&');
  const form =
    endpoint.upload === undefined
      ? null
      : formOf({
          file: PICTURE,
          more: Object.entries(parts.body as object).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        });
  return {
    method: endpoint.method,
    url: `${BASE_PATH}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(by.token === undefined ? {} : { authorization: by.token }),
      ...(endpoint.mode === 'bound' ? { [MODE_HEADER]: modeHeaderOf(by.mode ?? 'demo') } : {}),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...form?.headers,
    },
    ...(endpoint.method === 'GET' ? {} : { payload: form?.payload ?? JSON.stringify(parts.body) }),
  };
}

/** Short texts that something somewhere may take for more than a text. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\udfff\ud800',
  '\ufeff',
  '\ufffe',
  '\u202eabc',
  '\u2066\u2069',
  '\u200b\u200d',
  `e${'\u0301'.repeat(80)}`,
  '😀'.repeat(20),
  '\r\nset-cookie: a=b',
  '\\u0000',
  '%00',
  '%',
  '%ff',
  '%c0%80',
  '../../etc/passwd',
  "' or '1'='1",
  '"; drop schema accounts cascade; --',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '0',
  '-0',
  '-1',
  '1.0',
  '1e2',
  '1e309',
  '0x10',
  '007',
  '+1',
  '9007199254740993',
  '9'.repeat(40),
  '１２３',
  '٣٤٥',
  '00000000-0000-0000-0000-000000000000',
  '2024-02-30',
  '275760-09-14',
  'x'.repeat(201),
  '[]',
  '{}',
];

/** Values that are no text at all, for a body. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  [],
  {},
  [null],
  [['a']],
  { toString: 1 },
  { a: { b: { c: '\u0000' } } },
];

/** Spellings of a value in a path or a query that no encoder writes. */
export const ODD_SPELLINGS: readonly string[] = [
  '%',
  '%%',
  '%f',
  '%ff',
  '%FF%FE',
  '%00',
  '%c0%80',
  '%ed%a0%80',
  '%2f..%2f..%2f',
  '..%2f',
  '%252e',
  '%0d%0a',
  ';a=b',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(3_000),
  '%41'.repeat(1_200),
  'x'.repeat(5_000),
];

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/**
 * Long texts that make a search go over the same signs again and again: runs of what patterns repeat,
 * and near misses of what they look for, with an end that fits nothing.
 */
export function longTexts(length: number): string[] {
  const units = [
    'a',
    'A',
    '0',
    ' ',
    '\t ',
    '\n',
    '\r\n',
    '.',
    '-',
    '!',
    '[',
    '(',
    '<',
    '"',
    '\\',
    '%',
    '@',
    ':',
    '/',
    'a@',
    '@a',
    'a.',
    'a-',
    'a ',
    'a:',
    'a://',
    'http://',
    'a@b.',
    'a@b',
    '+1 ',
    '001(',
    '00 1-',
    '+00',
    '1.',
    '1,',
    '[a](',
    '<a ',
    '{"a":',
    'AAAA-',
    'AAAA-AAAA-AAAA-',
    'あ',
    'あ.',
    'é-',
    'ß@',
    '\u0301',
    'e\u0301',
    // Marks that a composed text has in the other order.
    '\u0301\u0323',
    'a.bc ',
    'a@b.cd ',
    'AAAA-AAAA-AAAA ',
    'aaaaaaaaaaaaaaaaaaaa\n',
    '\r\n\t',
    '\u200b',
    '\u202e',
    '\u2066',
    '\u0600',
    '\u3164',
    '😀',
    '\ud83d',
    'xn--',
    'Version/',
    'zh-',
    'a=b;',
    'a\n\n',
  ];
  return units.flatMap((unit) => {
    const run = repeated(unit, length - 1);
    return [`${run}\u0007`, `${run.slice(0, -1)}!_`];
  });
}
