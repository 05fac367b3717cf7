// Promise: a document with shared definitions says what it says without them, each shape once.
import { describe, expect, it } from 'vitest';
import { type Json, sharedDocument } from './shared.ts';

const price = { type: 'string', pattern: '^[0-9]{1,20}([.][0-9]{1,18})?$', description: 'a price' };
const order = {
  type: 'object',
  properties: { price, stop: { anyOf: [price, { type: 'null' }] } },
  required: ['price', 'stop'],
};
const range = {
  type: 'object',
  properties: { from: price, to: price, note: { type: 'string' } },
  required: ['from', 'to'],
};
const document = {
  calls: {
    open: { body: range, result: order },
    list: { query: range, result: { type: 'array', items: order } },
  },
};
const named = [
  { name: 'scalars.Price', schema: price },
  { name: 'contracts.Order', schema: order },
  { name: 'contracts.Unused', schema: { type: 'object', properties: {} } },
];

type Defs = { readonly [name: string]: Json };

/** The document as it was before its shapes were shared. */
function expanded(value: Json, defs: Defs): Json {
  if (Array.isArray(value)) return value.map((one: Json) => expanded(one, defs));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Defs);
  const [first] = entries;
  if (first?.[0] === '$ref') {
    const target = defs[`${first[1] as string}`.replace('#/$defs/', '')];
    expect(target, first[1] as string).toBeDefined();
    return expanded(target ?? null, defs);
  }
  return Object.fromEntries(entries.map(([key, one]) => [key, expanded(one, defs)]));
}

describe('a document with shared definitions', () => {
  const { $defs, ...rest } = sharedDocument(document, named);

  it('says the same, when every reference is followed', () => {
    expect(expanded(rest, $defs as Defs)).toEqual(document);
  });

  it('states a named shape under its name, a repeated one under its first place', () => {
    expect(Object.keys($defs as Defs)).toEqual(['contracts.Order', 'open.body', 'scalars.Price']);
    expect(rest).toEqual({
      calls: {
        open: { body: { $ref: '#/$defs/open.body' }, result: { $ref: '#/$defs/contracts.Order' } },
        list: {
          query: { $ref: '#/$defs/open.body' },
          result: { type: 'array', items: { $ref: '#/$defs/contracts.Order' } },
        },
      },
    });
  });

  it('names what a name holds too', () => {
    expect(JSON.stringify($defs).match(/"pattern"/g)).toHaveLength(1);
  });
});
