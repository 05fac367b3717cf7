// Promise: a case that too few members can decide says so, and each role sees what is for it.
import { describe, expect, test } from 'vitest';
import { cursorText, eligibleFor, readCursor, seesKind } from './rules.ts';

const roles = { opener: ['support'], maker: ['risk'], checker: ['cashierChecker'] } as const;
const known = { people: 2, openedBy: 'a', firstBy: null, roles } as const;
const member = (id: string, ...of: ('risk' | 'cashierChecker' | 'support' | 'auditor')[]) => ({
  id,
  roles: of,
});

describe('who can still decide', () => {
  test.each([
    ['two with the roles', [member('b', 'risk'), member('c', 'cashierChecker')], 2],
    ['one alone', [member('b', 'risk', 'cashierChecker')], 1],
    ['who proposed it besides', [member('a', 'risk'), member('b', 'cashierChecker')], 1],
    ['nobody who checks', [member('b', 'risk'), member('c', 'risk')], 0],
    ['nobody', [member('d', 'support', 'auditor')], 0],
  ])('%s', (_what, members, count) => {
    expect(eligibleFor(known, members)).toMatchObject({ count, needed: 2 });
  });

  test('after a first yes another checker', () => {
    const after = { ...known, firstBy: 'b' };
    const members = [member('b', 'cashierChecker'), member('c', 'risk')];
    expect(eligibleFor(after, members)).toEqual({ members: [], count: 0, needed: 1 });
    expect(eligibleFor(after, [...members, member('d', 'cashierChecker')]).count).toBe(1);
  });
});

test('a kind is seen by who may act on it, the auditor and the administrator', () => {
  expect(seesKind(member('x', 'support'), roles)).toBe(true);
  expect(seesKind(member('x', 'auditor'), roles)).toBe(true);
  expect(seesKind({ id: 'x', roles: ['content', 'kyc'] }, roles)).toBe(false);
});

test('a place in a list is read as it was written, and nothing else is one', () => {
  const place = { at: 1_795_446_000_000, id: '0199f000-0000-7000-8000-000000000001' };
  expect(readCursor(cursorText(place))).toEqual(place);
  for (const text of ['', '1', '1.x', `${cursorText(place)} `, `-1.${place.id}`]) {
    expect(readCursor(text)).toBeNull();
  }
});
