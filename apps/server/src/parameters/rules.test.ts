import { type UnixMs, plusMs, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Dated,
  PARAMETERS,
  type ParameterKey,
  decideVersion,
  inForceAt,
  useOf,
} from './rules.ts';

const NOW = unixMs(1_704_067_200_000);
const KEYS = Object.keys(PARAMETERS) as ParameterKey[];

const dated = (value: string, from: UnixMs, version = 1): Dated => ({ value, from, version });

/** What is decided with these histories; a parameter without one has no value yet. */
function decide(
  params: { key: ParameterKey; value: string; from?: UnixMs },
  histories: Partial<Record<ParameterKey, Dated[]>> = {},
): string {
  const known = { now: NOW, historyOf: (key: ParameterKey) => histories[key] ?? [] };
  const decided = decideVersion({ from: NOW, ...params }, known);
  return decided.ok ? 'ok' : decided.failure.name;
}

describe('the version in force', () => {
  test('is the latest that has begun, the newest of those that began together', () => {
    const versions = [
      dated('first', unixMs(0), 1),
      dated('future', plusMs(NOW, 1), 2),
      dated('corrected', unixMs(0), 3),
    ];
    expect(inForceAt(versions, plusMs(NOW, -1))?.value).toBe('corrected');
    expect(inForceAt(versions, NOW)?.value).toBe('corrected');
    expect(inForceAt(versions, plusMs(NOW, 1))?.value).toBe('future');
    expect(inForceAt(versions, unixMs(-1))).toBeUndefined();
  });

  test('does not depend on the order they are read in', () => {
    const version = fc.record({
      version: fc.nat(),
      value: fc.string(),
      from: fc.nat().map(unixMs),
    });
    const versions = fc.uniqueArray(version, { selector: (one) => one.version, minLength: 1 });
    fc.assert(
      fc.property(versions, fc.nat().map(unixMs), (drawn, at) => {
        expect(inForceAt(drawn.toReversed(), at)).toEqual(inForceAt(drawn, at));
      }),
    );
  });
});

describe('a value', () => {
  test.each<[ParameterKey, string, string]>([
    ['demo.balance', '10000', 'ok'],
    ['demo.balance', '0', 'ok'],
    ['demo.balance', '0.000001', 'ok'],
    ['demo.balance', '-1', 'malformed'],
    ['demo.balance', '1e3', 'malformed'],
    ['demo.balance', 'NaN', 'malformed'],
    ['demo.balance', '', 'malformed'],
    ['demo.balance', ' 1', 'malformed'],
    ['demo.balance', '9'.repeat(40), 'malformed'],
    ['loan.ltvMax', '0.65', 'ok'],
    ['loan.ltvMax', '0.699999999999999999', 'ok'],
    // The first notice line: a loan would be told of it the moment it is drawn.
    ['loan.ltvMax', '0.7', 'malformed'],
    ['loan.ltvMax', '1', 'malformed'],
    ['loan.ltvCap', '0.7', 'malformed'],
    ['loan.offerDays', '0', 'malformed'],
    ['loan.offerDays', '1', 'ok'],
    ['loan.offerDays', '30', 'ok'],
    ['loan.offerDays', '31', 'malformed'],
    ['loan.ltvMax', '1.000000000000000001', 'malformed'],
    ['loan.ltvMax', '65', 'malformed'],
    ['leverage.crypto', '2', 'ok'],
    ['deposit.confirmationsTron', '0', 'malformed'],
    ['deposit.confirmationsTron', '1', 'ok'],
    ['deposit.confirmationsTron', '128', 'ok'],
    ['deposit.confirmationsTron', '129', 'malformed'],
    ['leverage.crypto', '2.5', 'malformed'],
    ['leverage.crypto', '2.0', 'malformed'],
    ['leverage.crypto', '+2', 'malformed'],
    ['leverage.crypto', '１２', 'malformed'],
    ['leverage.crypto', '1'.repeat(10), 'malformed'],
    ['operator.name', 'Candor Ltd', 'ok'],
    ['operator.social', 'https://t.example/candor, https://www.x.example', 'ok'],
    ['operator.social', 'Not set by the operator', 'ok'],
    ['operator.social', 'http://t.example/candor', 'malformed'],
    ['operator.social', 'https://t.example javascript:alert(1)', 'malformed'],
    ['operator.social', 'https://candor.example@t.example', 'malformed'],
    ['operator.name', '  ', 'malformed'],
    ['operator.name', 'x'.repeat(401), 'malformed'],
    ['operator.name', '\ud800', 'malformed'],
  ])('of %s may be %j: %s', (key, value, decision) => {
    expect(decide({ key, value })).toBe(decision);
  });

  test('of any text is decided for any parameter, and only texts of its type are taken', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), fc.string(), (key, value) => {
        const type = PARAMETERS[key];
        const decision = decide({ key, value });
        if (useOf(key) === 'fixed') expect(decision).not.toBe('ok');
        else if (type === 'count' && decision === 'ok') expect(value).toMatch(/^\d{1,9}$/);
        else if (type !== 'text' && decision === 'ok') expect(value).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });
});

describe('what a value does', () => {
  test('is its own where a function reads it; what the product fixes cannot be set', () => {
    expect(decide({ key: 'contract.closeOutLevel', value: '0.3' })).toBe('fixed');
    expect(useOf('contract.closeOutLevel')).toBe('fixed');
    const inUse = [
      'contract.feeRate',
      'deposit.minUsdt',
      'file.imageBytesMax',
      'identity.deadlineHours',
      'loan.ltvMax',
      'retention.loginDays',
      'retention.years',
      'leverage.crypto',
      'operator.name',
      'option.rate60',
      'plan.earlyExitShare',
      'plan.profitShare',
    ] as const;
    expect(new Set(inUse.map(useOf))).toEqual(new Set(['inUse']));
    // A share of more than half of what was won is none.
    expect(decide({ key: 'plan.profitShare', value: '0.5' })).toBe('malformed');
    expect(decide({ key: 'plan.profitShare', value: '0.49' })).toBe('ok');
    // A switch is on or off.
    expect(decide({ key: 'plan.enabled', value: '2' })).toBe('malformed');
  });
});

describe('the moment', () => {
  test('may be now or later, never before', () => {
    const set = (from: UnixMs): string => decide({ key: 'demo.balance', value: '1', from });
    expect([set(plusMs(NOW, -1)), set(NOW), set(plusMs(NOW, 1))]).toEqual([
      'in-the-past',
      'ok',
      'ok',
    ]);
  });
});

describe('a cap', () => {
  const later = plusMs(NOW, 1_000);
  const histories = {
    'contract.feeRate': [dated('0.001', unixMs(0))],
    'contract.feeRateCap': [dated('0.003', unixMs(0))],
  };

  test('holds the share it caps to itself, to the last digit', () => {
    const set = (value: string): string => decide({ key: 'contract.feeRate', value }, histories);
    expect([set('0.003'), set('0.003000000000000001')]).toEqual(['ok', 'above-cap']);
  });

  test('cannot be set below the share it caps', () => {
    const set = (value: string): string => decide({ key: 'contract.feeRateCap', value }, histories);
    expect([set('0.001'), set('0.0009')]).toEqual(['ok', 'above-cap']);
  });

  test('that will be lowered already holds a share that lasts until then', () => {
    const lowered = {
      ...histories,
      'contract.feeRateCap': [dated('0.003', unixMs(0)), dated('0.002', later, 2)],
    };
    expect(decide({ key: 'contract.feeRate', value: '0.0025' }, lowered)).toBe('above-cap');
    const replaced = {
      ...lowered,
      'contract.feeRate': [dated('0.001', unixMs(0)), dated('0.002', later, 2)],
    };
    expect(decide({ key: 'contract.feeRate', value: '0.0025' }, replaced)).toBe('ok');
  });

  test('that will be raised does not help before', () => {
    const raised = {
      ...histories,
      'contract.feeRateCap': [dated('0.003', unixMs(0)), dated('0.009', later, 2)],
    };
    const set = (from: UnixMs): string =>
      decide({ key: 'contract.feeRate', value: '0.005', from }, raised);
    expect([set(NOW), set(plusMs(later, -1)), set(later)]).toEqual([
      'above-cap',
      'above-cap',
      'ok',
    ]);
  });
});
