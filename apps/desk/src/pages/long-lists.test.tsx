// Promise: a list of the desk keeps sixty rows at most in the page, however long it is and however far
// it was scrolled.
import type { AuditRow, HealthView, InboxItem } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseItem, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const MANY = 5_000;
const ROWS_MAX = 60;

afterEach(leaveDesk);

const made = <Row,>(of: (at: number) => Row, count = MANY): Row[] =>
  Array.from({ length: count }, (_, at) => of(at));
const page = (of: (at: number) => unknown) => () =>
  answered({ records: made(of), next: null } as never);

const conversation = (at: number): InboxItem => ({
  id: `01890a5d-ac96-774b-bcce-${String(at).padStart(12, '0')}`,
  number: `7K2M-${String(at).padStart(4, '0')}`,
  subject: `Question ${at}`,
  language: 'de',
  mail: null,
  state: 'open',
  messages: 1,
  userId: ID,
  createdAt: NOW,
  updatedAt: NOW,
  waitingSince: NOW,
  assignedTo: null,
});
const auditRow = (at: number): AuditRow => ({
  seq: MANY - at,
  at: NOW,
  actorKind: 'staff',
  actor: ID,
  actorName: 'Ines Moreau',
  role: 'risk',
  action: 'cases.decide',
  subject: `A-${at}`,
  userId: null,
  details: {},
  hash: 'cd'.repeat(32),
});
const code = (at: number): string => `COIN${at}/USDT`;
const health: Pick<HealthView, 'at' | 'feed' | 'sources' | 'instruments' | 'checks'> = {
  at: NOW,
  feed: { mode: 'live' },
  sources: [],
  instruments: made((at) => {
    return { code: code(at), status: 'open', source: 'venue', ageMs: at, freshForMs: 3_000 };
  }, 350),
  checks: [],
};
const STUCK: HealthView['stuck'] = {
  ...{ due: 0, stuck: 0, unactedMs: 0, aside: 0, unjudged: 0 },
  ...{ casesOverdue: 0, casesUndoneMs: 0, listenersFailing: 0, listenersFailingMs: 0 },
  ...{ outboxLagMs: 0, mailsWaiting: 0, mailsWaitingMs: 0, mailsFailed: 0 },
  ...{ keysUndestroyed: 0, usersUndestroyed: 0 },
};

const LISTS = [
  { at: '/cases', roles: ['cashierMaker'], answers: { 'cases.list': page((at) => caseItem(at)) } },
  {
    at: '/audit',
    roles: ['auditor'],
    answers: {
      'audit.list': page(auditRow),
      'audit.head': () => answered({ count: MANY, hash: 'cd'.repeat(32), signed: null }),
    },
  },
  {
    at: '/support',
    roles: ['support'],
    answers: {
      'support.list': page(conversation),
      'support.counts': () => answered({ waiting: MANY, mine: 0, unassigned: MANY } as never),
    },
  },
  {
    at: '/instruments',
    roles: ['risk'],
    answers: {
      'instruments.list': () =>
        answered(
          made((at) => {
            const named = { code: code(at), name: 'A coin', class: 'crypto', status: 'open' };
            const terms = { calendar: 'always', lotsMax: '10', sources: [] };
            return {
              ...{ ...named, restriction: null, announced: [], terms },
              ...{ leverageMax: 2, lastPriceAt: null, isCompiled: true },
            };
          }, 350),
        ),
    },
  },
  {
    at: '/health',
    roles: ['risk'],
    answers: {
      'risk.health': () => answered({ ...health, stuck: STUCK }),
    },
  },
] as const;

it.each(LISTS)('at $at', WITHIN, async ({ at, roles, answers }) => {
  standInForServer({ 'cases.counts': () => answered({ kinds: [], mine: 0 }), ...answers });
  const desk = await showDesk(at, { ...MEMBER, roles: [...roles] });
  const rows = (): number => desk.querySelectorAll('[role="row"]').length;
  await waitFor(() => expect(rows()).toBeGreaterThan(5));
  expect(rows()).toBeLessThanOrEqual(ROWS_MAX);
  const [, box] = screen.getAllByRole('rowgroup') as HTMLElement[];
  const last = (): number =>
    Math.max(
      ...[...desk.querySelectorAll('[aria-rowindex]')].map((row) =>
        Number.parseInt(row.getAttribute('aria-rowindex') ?? '0', 10),
      ),
    );
  const before = last();
  fireEvent.scroll(box as HTMLElement, { target: { scrollTop: 6_000 } });
  await waitFor(() => expect(last()).toBeGreaterThan(before + ROWS_MAX));
  expect(rows()).toBeLessThanOrEqual(ROWS_MAX);
});
