import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  BASE_PATH,
  CLOSE_CODES,
  ENDPOINTS,
  ERRORS,
  ERROR_NAMES,
  MESSAGES,
  MESSAGE_NAMES,
  SUCCESS,
  contracts,
  errorOfCode,
  httpStatusOf,
  live,
  market,
  modeHeaderOf,
  modeOfHeader,
  portfolio,
  refusal,
  success,
} from './index.ts';
import { CALLS } from './calls.ts';
import { filledSaved } from './support-terms.ts';
import { CodeText, DecimalText, PositiveText, RequestIdText } from './scalars.ts';

describe('endpoints', () => {
  test('names are unique, and so are method and path', () => {
    const names = ENDPOINTS.map(({ name }) => name);
    const places = ENDPOINTS.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  test('what costs work without being an act is limited to so many a minute', () => {
    const limits = (name: string) => {
      const found = ENDPOINTS.find((one) => one.name === name);
      return [found?.perMinute, found?.large?.perMinute, found?.failures.includes('too-many')];
    };
    expect(limits('contracts.quote')).toEqual([300, undefined, true]);
    expect(limits('options.quote')).toEqual([120, undefined, true]);
    expect(limits('portfolio.export-orders')).toEqual([10, undefined, true]);
    expect(limits('portfolio.transactions')).toEqual([300, 10, true]);
    const { large } = portfolio.listTransactions;
    expect([large?.isLarge({ format: 'csv' }), large?.isLarge({})]).toEqual([true, false]);
  });

  test.each(ENDPOINTS.map((one) => [one.name, one] as const))(
    '%s keeps the rules of the wire',
    (_name, endpoint) => {
      expect(endpoint.path.startsWith('/')).toBe(true);
      expect(endpoint.path.startsWith(BASE_PATH)).toBe(false);
      expect(new Set(endpoint.failures).size).toBe(endpoint.failures.length);
      const failures: readonly string[] = endpoint.failures;
      if (endpoint.access !== 'public') expect(failures).toContain('session-over');
      if (endpoint.mode === 'bound') expect(endpoint.access).toBe('session');
      for (const name of Object.values(endpoint.fieldFailures ?? {})) {
        expect(failures).toContain(name);
      }
      if (!endpoint.money) return;
      expect(endpoint.method).toBe('POST');
      expect(failures).toEqual(expect.arrayContaining(['request-in-flight', 'request-reused']));
      type Body = { readonly required?: readonly string[]; readonly anyOf?: readonly Body[] };
      const body = z.toJSONSchema(endpoint.body, { io: 'input' }) as Body;
      // Of a body with several forms each has it.
      for (const form of body.anyOf ?? [body]) expect(form.required).toContain('requestId');
    },
  );

  test('what goes in refuses what nobody knows', () => {
    for (const endpoint of ENDPOINTS) {
      for (const part of [endpoint.body, endpoint.query, endpoint.params]) {
        expect(part.safeParse({ nobodyKnowsThis: '1' }).success).toBe(false);
      }
    }
  });

  test('parameters of the path are the parameters of the shape', () => {
    for (const { path, params } of ENDPOINTS) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const { properties = {} } = z.toJSONSchema(params, { io: 'input' });
      expect(Object.keys(properties).toSorted()).toEqual(inPath.toSorted());
    }
  });

  test('the browser’s list of calls is the list of endpoints', () => {
    const listed = Object.entries(CALLS).map(([name, call]) => ({ name, ...call }));
    const stated = ENDPOINTS.map(({ name, method, path, access, mode }) => ({
      name,
      method,
      path,
      access,
      mode,
    }));
    expect(listed).toEqual(stated);
  });
});

describe('the error catalogue', () => {
  // Seed §8, the numbered codes.
  const seed = [
    ...Array.from({ length: 25 }, (_, index) => String(10_001 + index)),
    '10091',
    '19999',
  ];

  test('has every code of the seed, once', () => {
    const codes = ERROR_NAMES.map((name) => ERRORS[name].code as string);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(seed));
    for (const code of codes) expect(ERRORS[errorOfCode(code) ?? 'internal'].code).toBe(code);
  });

  test('an unknown code is no error of ours', () => {
    expect(errorOfCode('12345')).toBeNull();
    expect(errorOfCode('')).toBeNull();
  });

  test('business refusals travel as 200, the others as their own status', () => {
    expect(httpStatusOf('free-margin-short')).toBe(200);
    expect(httpStatusOf('session-over')).toBe(401);
    expect(httpStatusOf('internal')).toBe(500);
  });

  test('success codes are the seed’s', () => {
    expect(Object.values(SUCCESS)).toEqual(['20001', '20002', '20003', '20004', '20005']);
  });

  test('every sentence names who says it and the seed’s words', () => {
    for (const name of MESSAGE_NAMES) {
      expect(MESSAGES[name].capability).not.toBe('');
      expect(MESSAGES[name].seed).not.toBe('');
    }
  });

  test('an envelope carries code, message and result', () => {
    expect(success({ a: 1 })).toEqual({ code: '200', message: 'ok', result: { a: 1 } });
    expect(success({}, 'purchase-done').message).toBe('20004');
    expect(refusal({ name: 'quantity-refused', field: 'lots' })).toEqual({
      code: '10016',
      message: 'quantity-refused',
      result: { name: 'quantity-refused', field: 'lots', facts: {}, fields: [] },
    });
  });
});

describe('scalars', () => {
  const bad = ['', ' 1', '1 ', '1e3', '+1', '.5', '1.', '0x1', '１２', '1,5', 'NaN', 'Infinity'];
  const tooLong = ['1'.repeat(21), `0.${'1'.repeat(19)}`];

  test('decimal text is plain digits, at most 20 and 18 of them', () => {
    for (const text of ['0', '-0.5', '12345678901234567890.123456789012345678', '007']) {
      expect([text, DecimalText.safeParse(text).success]).toEqual([text, true]);
    }
    for (const text of [...bad, ...tooLong]) {
      expect([text, DecimalText.safeParse(text).success]).toEqual([text, false]);
    }
    for (const odd of [1, null, undefined, [], {}, true, 10n]) {
      expect(DecimalText.safeParse(odd).success).toBe(false);
    }
  });

  test('what has to be above zero is', () => {
    for (const text of ['0', '0.000', '-1', ...bad, ...tooLong]) {
      expect([text, PositiveText.safeParse(text).success]).toEqual([text, false]);
    }
    expect(PositiveText.safeParse('0.000000000000000001').success).toBe(true);
  });

  test('a code is capitals, digits and three signs; a request id is a UUID', () => {
    for (const code of ['BTC/USDT', 'BRK.B', '1INCH/USDT', 'ES']) {
      expect(CodeText.safeParse(code).success).toBe(true);
    }
    for (const code of ['btc', '', 'A B', "'; drop", '/BTC', 'A'.repeat(40)]) {
      expect(CodeText.safeParse(code).success).toBe(false);
    }
    expect(RequestIdText.safeParse('0198f000-0000-7000-8000-000000000001').success).toBe(true);
    expect(RequestIdText.safeParse('0198F000-0000-7000-8000-000000000001').success).toBe(false);
  });
});

test('the mode header says NO for demo, and anything odd is no mode', () => {
  expect([modeHeaderOf('demo'), modeHeaderOf('real')]).toEqual(['NO', 'YES']);
  expect(modeOfHeader('NO')).toBe('demo');
  expect(modeOfHeader('YES')).toBe('real');
  for (const odd of [undefined, '', 'no', 'yes', 'true', ['NO'], ['NO', 'YES']]) {
    expect(modeOfHeader(odd)).toBeNull();
  }
});

describe('frames', () => {
  test('a client may say three things and nothing else', () => {
    const id = '0198f000-0000-7000-8000-000000000001';
    const good = [
      { type: 'PING' },
      { type: 'SUBSCRIBE', codes: ['BTC/USDT'] },
      { type: 'USER_AUTH', userId: id, ticket: 'x' },
    ];
    for (const frame of good) expect(live.ClientFrame.safeParse(frame).success).toBe(true);
    const odd = [
      {},
      { type: 'ping' },
      { type: 'PING', more: 1 },
      { type: 'USER_AUTH', userId: id },
      { type: 'SUBSCRIBE', codes: 'BTC/USDT' },
      [],
    ];
    for (const frame of odd) expect(live.ClientFrame.safeParse(frame).success).toBe(false);
  });

  test('close codes are in the range that is free to use, or 1013', () => {
    for (const code of Object.values(CLOSE_CODES)) {
      expect(code === 1013 || (code >= 4000 && code <= 4999)).toBe(true);
    }
  });
});

test('one code or several narrow a list of markets', () => {
  const { query } = market.listMarkets;
  expect(query.parse({ codes: 'BTC/USDT' })).toMatchObject({ codes: ['BTC/USDT'] });
  expect(query.parse({ codes: ['BTC/USDT', 'ES'] })).toMatchObject({ codes: ['BTC/USDT', 'ES'] });
});

test('a list of orders has a page and a size when none is asked for', () => {
  expect(contracts.ListOrdersQuery.parse({})).toEqual({ status: 'all', page: 1, size: 20 });
});

describe('a saved reply', () => {
  test('names user and conversation, and a visitor by nothing', () => {
    const text = 'Hello {name}, about {number}: {name}';
    expect(filledSaved(text, { name: '$& mara', number: '7K2M-9QXD' })).toBe(
      'Hello $& mara, about 7K2M-9QXD: $& mara',
    );
    expect(filledSaved(text, { name: null, number: '7K2M-9QXD' })).toBe('Hello, about 7K2M-9QXD:');
  });
});
