import { activeTranslate } from '@candor/locales';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import {
  announcedChanges,
  parameterGroups,
  parameterName,
  parameterStatusOf,
  parameterValue,
} from './parameter-words.ts';

beforeAll(() => speak('en'));

it('the version in force is the latest that has begun, the newest of those that began at once', () => {
  const version = (number: number, value: string, from: number) => ({
    version: number,
    value,
    from,
    note: '',
  });
  const parameter = {
    key: 'contract.feeRate',
    type: 'share' as const,
    use: 'inUse' as const,
    value: '0.002',
    versions: [
      version(1, '0.001', 0),
      version(2, '0.004', 200),
      version(3, '0.002', 100),
      version(4, '0.003', 100),
    ],
  };
  const { inForce, others } = parameterStatusOf(parameter, 150);
  expect(inForce?.version).toBe(4);
  expect(others.map(({ version: number }) => number)).toEqual([2, 3, 1]);
  expect(parameterStatusOf(parameter, 200).inForce?.version).toBe(2);
  expect(parameterStatusOf(parameter, -1).inForce).toBeNull();
});

it.each([
  [{ key: 'contract.feeRate', type: 'share' as const }, '0.001', '0.1%'],
  [{ key: 'demo.balance', type: 'amount' as const }, '10000', '10,000\u00a0USDT'],
  [{ key: 'deposit.minBtc', type: 'amount' as const }, '0.015', '0.015\u00a0BTC'],
  [{ key: 'leverage.crypto', type: 'count' as const }, '2', '2×'],
  [{ key: 'loan.offerDays', type: 'count' as const }, '3', '3 days'],
  [{ key: 'retention.years', type: 'count' as const }, '10', '10 years'],
  [{ key: 'identity.deadlineHours', type: 'count' as const }, '48', '48 h'],
  [{ key: 'plan.enabled', type: 'count' as const }, '0', 'No'],
  [{ key: 'deposit.confirmationsTron', type: 'count' as const }, '20', '20'],
  [{ key: 'copyright.year', type: 'count' as const }, '2025', '2025'],
  [{ key: 'file.imageBytesMax', type: 'count' as const }, '2097152', '2 MB'],
  [{ key: 'operator.name', type: 'text' as const }, 'Candor Ltd', 'Candor Ltd'],
])('%j %s reads %s', (parameter, value, expected) => {
  expect(parameterValue(parameter, value, activeTranslate())).toBe(expected);
});

it('a change is announced until it holds, the next one first', () => {
  const version = (number: number, from: number) => ({
    version: number,
    value: '1',
    from,
    note: '',
  });
  const parameter = (key: string, ...versions: ReturnType<typeof version>[]) => ({
    key,
    type: 'count' as const,
    use: 'inUse' as const,
    value: '1',
    versions,
  });
  const schedule = {
    schema: 'candor-fees/1' as const,
    asOf: 100,
    parameters: [
      parameter('leverage.gold', version(1, 0), version(2, 300)),
      parameter('leverage.crypto', version(1, 100), version(2, 101)),
    ],
  };
  const coming = announcedChanges(schedule).map((one) => [one.parameter.key, one.version.from]);
  expect(coming).toEqual([
    ['leverage.crypto', 101],
    ['leverage.gold', 300],
  ]);
});

it('stands in one group each, what nobody knows yet in the last', () => {
  const keys = ['option.stakeMin', 'new.thing', 'leverage.gold', 'contract.feeRate'];
  const parameters = keys.map((key) => ({
    key,
    type: 'count' as const,
    use: 'inUse' as const,
    value: '1',
    versions: [],
  }));
  const found = parameterGroups(parameters).map((group) => [
    group.title,
    group.parameters.map(({ key }) => key),
  ]);
  expect(found).toEqual([
    ['trust.group-contract', ['leverage.gold', 'contract.feeRate']],
    ['trust.group-option', ['option.stakeMin']],
    ['trust.group-other', ['new.thing']],
  ]);
});

it('names what it knows and shows the key of what it does not', () => {
  const t = (key: string) => (key === 'parameter.contract-feeRate' ? 'Fee per side' : key);
  expect(parameterName('contract.feeRate', t)).toBe('Fee per side');
  expect(parameterName('contract.newThing', t)).toBe('contract.newThing');
});

it.each([
  ['option.rate60', 'Payout of an option, 60 s'],
  ['option.rate300', 'Payout of an option, 5 min'],
  ['option.rate3600', 'Payout of an option, 1 h'],
  ['option.rate86400', 'Payout of an option, 1 d'],
])('%s is called by the period as the ticket offers it: %s', (key, name) => {
  expect(parameterName(key, activeTranslate())).toBe(name);
});
