// Promise: the register of complaints is worked through by keys alone, shows what is late, and a
// complaint gets its final answer beside its conversation.
import type { ComplaintItem, InboxConversation } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const SUPPORT = { ...MEMBER, roles: ['support' as const] };
const DAY_MS = 86_400_000;

const complaint = (change: Partial<ComplaintItem> = {}) => ({
  saidBy: 'asker' as const,
  category: 'unsorted' as const,
  receivedAt: NOW - DAY_MS,
  deadline: NOW + 55 * DAY_MS,
  outcome: null,
  answeredAt: null,
  redress: null,
  ...change,
});
const item = (number: number, change: Partial<ComplaintItem> = {}): ComplaintItem => ({
  id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
  number: `7K2M-${String(number).padStart(4, '0')}`,
  subject: `Complaint ${number}`,
  userId: ID,
  ...complaint(),
  ...change,
});
const conversation: InboxConversation = {
  id: item(2).id,
  number: '7K2M-0002',
  subject: 'Complaint 2',
  language: 'de',
  state: 'open',
  messages: 1,
  userId: ID,
  mail: null,
  createdAt: NOW,
  updatedAt: NOW,
  waitingSince: NOW,
  assignedTo: null,
  username: 'mara_k',
  complaint: complaint(),
  history: [],
  notes: [],
  colleagues: [],
};
const answers = (rows: ComplaintItem[]) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'support.counts': () => answered({ open: 1, unassigned: 1, mine: 0, oldestWaitingSince: NOW }),
    'support.list': () => answered({ records: [], next: null }),
    'support.saved': () => answered({ records: [] }),
    'support.read': () => answered(conversation),
    'complaints.list': () =>
      answered({ records: rows, next: null, waiting: rows.length, overdue: 1 }),
    'complaints.answer': () => answered(complaint()),
    'complaints.mark': () => answered(complaint()),
  });

afterEach(leaveDesk);

describe('the register', () => {
  it('shows what is late, is narrowed, and opens a conversation by keys', WITHIN, async () => {
    const sent = answers([item(1, { deadline: 1 }), item(2)]);
    await showDesk('/complaints', SUPPORT);
    expect(await screen.findByText('2 without a final answer, 1 past the deadline')).toBeTruthy();
    expect(screen.getByText('Past its deadline')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Fees and costs');
    await waitFor(() => expect(location.search).toBe('?category=charges'));
    expect(sent.some(({ name }) => name === 'complaints.list')).toBe(true);
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('jj{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/support/${item(2).id}`));
  });

  it('keeps sixty rows at most of a long one', WITHIN, async () => {
    answers(Array.from({ length: 1_000 }, (_, at) => item(at + 1)));
    await showDesk('/complaints', SUPPORT);
    await screen.findByText('1000 without a final answer, 1 past the deadline');
    expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(60);
  });
});

describe('a complaint', () => {
  it('is sorted, and answered with its outcome and redress', WITHIN, async () => {
    const sent = answers([]);
    await showDesk(`/support/${conversation.id}`, SUPPORT);
    await userEvent.click(await screen.findByRole('button', { name: 'Sort the complaint' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save in the register' }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'complaints.mark')?.body).toEqual({
        category: 'orders',
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Final answer' }));
    fireEvent.change(screen.getByLabelText('Final answer in German'), {
      target: { value: 'We were wrong.' },
    });
    fireEvent.change(screen.getByLabelText(/^Redress/), { target: { value: 'a-000012' } });
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send the final answer' }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'complaints.answer')?.body).toEqual({
        text: 'We were wrong.',
        after: 1,
        outcome: 'upheld',
        redress: 'A-000012',
      }),
    );
  });

  it('is only read by an auditor', WITHIN, async () => {
    answers([]);
    await showDesk(`/support/${conversation.id}`, { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByText(/Not sorted yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Final answer' })).toBeNull();
  });
});
