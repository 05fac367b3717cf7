// Promise: a case goes only where its table says: one member is never two, nobody decides what they
// proposed, a yes counts only for the row it was said to, and a decided case stays decided.
import { type UnixMs, plusMs, unixMs } from '@candor/kernel';
import { CASE_CLAIM_MS, CASE_STATES, type CaseState } from '@candor/protocol';
import { STAFF_ROLES, type StaffRole } from '@candor/protocol/desk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Actor, type CaseFacts, type CaseMove, claimHolder, decideMove } from './rules.ts';

const NOW = unixMs(1_795_446_000_000);
const ROW = 'a'.repeat(64);
const OTHER_ROW = 'b'.repeat(64);
const TERMS = {
  roles: { opener: ['support'], maker: ['cashierMaker'], checker: ['cashierChecker'] },
  reasons: { approved: ['goodwill'], rejected: ['not-justified'] },
} as const;

const OPENER: Actor = { id: 'opener', roles: ['support', 'cashierMaker', 'cashierChecker'] };
const MAKER: Actor = { id: 'maker', roles: ['cashierMaker'] };
const CHECKER: Actor = { id: 'checker', roles: ['cashierChecker'] };
const BOTH: Actor = { id: 'both', roles: ['cashierMaker', 'cashierChecker'] };
const AUDITOR: Actor = { id: 'auditor', roles: ['auditor', 'admin'] };
const PEOPLE = [OPENER, MAKER, CHECKER, BOTH, AUDITOR] as const;

/** A case in a state, as it comes about: claimed and approved by `by`. */
function caseIn(state: CaseState, people: 1 | 2 = 2, by = 'maker'): CaseFacts {
  const isFirst = state === 'firstYes';
  const isDecided = state === 'decided';
  return {
    state,
    people,
    rowHash: ROW,
    openedBy: 'opener',
    claimedBy: state === 'claimed' ? by : null,
    claimedAt: state === 'claimed' ? NOW : null,
    firstBy: isFirst ? by : null,
    firstAt: isFirst ? NOW : null,
    decidedBy: isDecided ? by : null,
    decidedAt: isDecided ? NOW : null,
  };
}

const approve: CaseMove = { kind: 'approve', rowHash: ROW, reason: 'goodwill' };
const reject: CaseMove = { kind: 'reject', rowHash: ROW, reason: 'not-justified' };
const withdraw: CaseMove = { kind: 'withdraw', rowHash: ROW };
const MOVES = {
  claim: { kind: 'claim' },
  release: { kind: 'release' },
  note: { kind: 'note' },
  approve,
  reject,
  withdraw,
} as const satisfies Record<string, CaseMove>;

/** The state a move leads to, or the refusal. */
function outcome(known: CaseFacts, move: CaseMove, actor: Actor, now: UnixMs = NOW): string {
  const decided = decideMove(known, move, { actor, terms: TERMS, now });
  return decided.ok ? decided.value.state : decided.failure.name;
}

describe('the table of transitions', () => {
  test.each<[CaseState, Actor, string]>([
    ['open', OPENER, 'claimed open open case-own case-own decided'],
    ['open', MAKER, 'claimed open open firstYes decided forbidden'],
    ['open', CHECKER, 'claimed open open firstYes decided forbidden'],
    ['open', AUDITOR, 'forbidden forbidden forbidden forbidden forbidden forbidden'],
    ['claimed', MAKER, 'claimed open claimed firstYes decided forbidden'],
    [
      'claimed',
      CHECKER,
      'case-claimed case-claimed claimed case-claimed case-claimed case-claimed',
    ],
    ['firstYes', MAKER, 'firstYes firstYes firstYes forbidden decided forbidden'],
    ['firstYes', CHECKER, 'firstYes firstYes firstYes decided decided forbidden'],
    ['firstYes', OPENER, 'firstYes firstYes firstYes case-own case-own decided'],
    [
      'decided',
      CHECKER,
      'case-decided case-decided decided case-decided case-decided case-decided',
    ],
  ])('of a %s case, two people, for $id', (state, actor, wanted) => {
    const came = Object.values(MOVES).map((move) => outcome(caseIn(state), move, actor));
    expect(came.join(' ')).toBe(wanted);
  });

  test('a case for one person is decided by one yes of a checker', () => {
    expect(outcome(caseIn('open', 1), approve, CHECKER)).toBe('decided');
    expect(outcome(caseIn('open', 1), approve, MAKER)).toBe('forbidden');
    expect(outcome(caseIn('open', 1), approve, OPENER)).toBe('case-own');
  });

  test('a member with both roles is still one', () => {
    expect(outcome(caseIn('firstYes', 2, 'both'), approve, BOTH)).toBe('case-own');
    expect(outcome(caseIn('firstYes', 2, 'both'), reject, BOTH)).toBe('decided');
  });

  test('a reason is one of the verdict’s own', () => {
    for (const reason of ['not-justified', 'toString', '', null]) {
      expect(outcome(caseIn('open'), { ...approve, reason } as CaseMove, MAKER)).toBe('unreadable');
    }
  });

  test('who decided and when is said to who comes later', () => {
    const late = decideMove(caseIn('decided'), reject, { actor: CHECKER, terms: TERMS, now: NOW });
    expect(late).toEqual({
      ok: false,
      failure: { name: 'case-decided', facts: { by: 'maker', at: String(NOW) } },
    });
  });
});

describe('a claim', () => {
  test('ends half an hour after its holder last did something', () => {
    const known = caseIn('claimed');
    const last = plusMs(NOW, CASE_CLAIM_MS - 1);
    expect(claimHolder(known, last)).toBe('maker');
    expect(outcome(known, MOVES.claim, CHECKER, last)).toBe('case-claimed');
    expect(outcome(known, MOVES.claim, CHECKER, plusMs(last, 1))).toBe('claimed');
    const noted = decideMove(known, MOVES.note, { actor: MAKER, terms: TERMS, now: last });
    expect(noted.ok && noted.value.claimedAt).toBe(last);
  });
});

describe('whatever is done in whatever order', () => {
  const actors = fc.constantFrom(...PEOPLE);
  const moves = fc.record({
    actor: actors,
    kind: fc.constantFrom('claim', 'release', 'note', 'approve', 'reject', 'withdraw', 'amend'),
    isStale: fc.boolean(),
    waitMs: fc.integer({ min: 0, max: 2 * CASE_CLAIM_MS }),
  });

  test('an approved case has two people, neither of whom proposed it, on one row', () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 40 }), (played) => {
        let known: CaseFacts = caseIn('open');
        let now = NOW;
        let row = 0;
        let yes: { by: string; row: number }[] = [];
        for (const { actor, kind, isStale, waitMs } of played) {
          now = plusMs(now, waitMs);
          if (kind === 'amend') {
            if (known.state === 'decided') continue;
            row += 1;
            yes = [];
            const rowHash = String(row).padStart(64, '0');
            known = { ...caseIn('open'), rowHash };
            continue;
          }
          const rowHash = isStale ? OTHER_ROW : known.rowHash;
          const reason = kind === 'approve' ? 'goodwill' : 'not-justified';
          const move = { kind, rowHash, reason } as CaseMove;
          const before = known;
          const decided = decideMove(known, move, { actor, terms: TERMS, now });
          if (!decided.ok) continue;
          const { step, reason: _, verdict, ...change } = decided.value;
          known = { ...known, ...change };
          if (kind === 'approve') {
            expect(isStale).toBe(false);
            yes.push({ by: actor.id, row });
          }
          expect(CASE_STATES).toContain(known.state);
          if (before.state === 'decided') expect(known).toEqual(before);
          if (step === 'approved') {
            expect(verdict).toBe('approved');
            expect(new Set(yes.map(({ by }) => by)).size).toBe(2);
            expect(yes.every(({ by, row: of }) => by !== 'opener' && of === row)).toBe(true);
          }
          if (verdict === 'withdrawn') expect(actor.id).toBe('opener');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('roles that are none of a kind’s change nothing', () => {
    const others = STAFF_ROLES.filter(
      (role) => !['cashierMaker', 'cashierChecker'].includes(role),
    ) as readonly StaffRole[];
    fc.assert(
      fc.property(
        fc.constantFrom(...CASE_STATES),
        fc.subarray([...others]),
        fc.constantFrom(...Object.values(MOVES)),
        (state, roles, move) => {
          const came = outcome(caseIn(state), move, { id: 'stranger', roles });
          expect(['forbidden', 'case-decided']).toContain(came);
        },
      ),
    );
  });
});
