import { NOT_SET, PARAMETERS, type ParameterKey } from '../parameters/index.ts';
import { preferences } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { PLACEHOLDERS, fillPlaces } from './fill.ts';
import { sanitise } from './sanitise.ts';

/** A value of each parameter's kind; what stands in no figure of ours. */
const VALUES = { amount: '12345.5', share: '0.00125', count: '1234', text: NOT_SET } as const;
const parameters = { text: (key: ParameterKey) => VALUES[PARAMETERS[key]] };

describe.each(preferences.LANGUAGES)('in %s', (language) => {
  test('every place is filled, by nothing that would have to be cleaned', () => {
    for (const name of PLACEHOLDERS) {
      const html = fillPlaces(`<p>{{${name}}}</p>`, language, parameters);
      expect(html).not.toMatch(/[{}]/);
      const inner = html.slice(3, -4);
      expect(inner).toMatch(/^<(?:bdi|table)>/);
      expect(sanitise(inner)).toBe(inner);
    }
  });

  test('figures have Western digits and lose none', () => {
    const html = fillPlaces('{{demo.balance}}|{{contract.feeRate}}', language, parameters);
    expect(html.replaceAll(/[^0-9|]/g, '')).toBe('123455|0125');
  });
});

test('values are words, whatever they are made of', () => {
  const hostile = { text: () => '<script>alert("1")</script>{{demo.balance}}' };
  const html = fillPlaces('{{operator.name}}', 'en', hostile);
  expect(html).toBe('<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;{{demo.balance}}</bdi>');
});

test('options are called by their period as the ticket offers it', () => {
  const html = fillPlaces('{{table.options}}', 'en', parameters);
  for (const name of ['60 s', '2 min', '5 min', '15 min', '1 h', '1 d']) {
    expect(html).toContain(`<th scope="row">Payout of an option, ${name}</th>`);
  }
});

test('a text may ask for every parameter and each of the five tables', () => {
  expect(PLACEHOLDERS).toHaveLength(Object.keys(PARAMETERS).length + 5);
});

test('what nobody knows stays as it is written', () => {
  for (const text of ['{{nothing}}', '{{__proto__}}', '{{constructor}}', '{{ demo.balance }}']) {
    expect(fillPlaces(text, 'en', parameters)).toBe(text);
  }
});
