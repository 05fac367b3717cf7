// Promise: a member works through the queue by keys alone, and decides only on what was shown.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import {
  ID,
  MEMBER,
  NOW,
  caseDetail,
  caseItem,
  faultsIn,
  leaveDesk,
  showDesk,
} from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNT_KINDS = [{ kind: 'adjustment', waiting: 12, overdue: 3, firstYes: 5 }] as const;
const COUNTS = answered({ kinds: [...COUNT_KINDS], mine: 1 });
const page = (count: number, next: string | null = null) =>
  answered({ records: Array.from({ length: count }, (_, at) => caseItem(at + 1)), next });
const ONE = caseItem(1);
const ENTRY = {
  kind: 'adjustment',
  mode: 'real' as const,
  isPossible: false,
  postings: [{ from: 'house:goodwill', to: 'user:cash', amount: '500', asset: 'USDT' as const }],
  balances: [
    { account: 'house:goodwill', asset: 'USDT' as const, before: '0', after: '-500' },
    { account: 'user:cash', asset: 'USDT' as const, before: '10', after: '510' },
  ],
};

afterEach(leaveDesk);

describe('the queue', () => {
  it(
    'keeps sixty rows at most of a long list, and asks for the next part near its end',
    WITHIN,
    async () => {
      const sent = standInForServer({
        'cases.counts': () => COUNTS,
        'cases.list': ({ query }) => page(100, query.get('cursor') === null ? 'more' : null),
      });
      const desk = await showDesk('/cases');
      await screen.findByText('A-000001');
      expect(desk.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(60);
      const asked = () => sent.filter(({ name }) => name === 'cases.list');
      expect(asked().map(({ query }) => query.get('cursor'))).toEqual([null]);
      const box = screen.getAllByRole('rowgroup')[1] as HTMLElement;
      fireEvent.scroll(box, { target: { scrollTop: 4_000 } });
      await waitFor(() => expect(asked().at(-1)?.query.get('cursor')).toBe('more'));
      expect(desk.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(60);
      expect(screen.getByText('12 pending, 3 overdue')).toBeTruthy();
      expect(sent.filter(({ name }) => name === 'cases.list')[0]?.query.get('state')).toBe(
        'waiting',
      );
      expect(await faultsIn(document.body)).toEqual([]);
    },
  );

  it('goes through cases by J and K, and searches by /', WITHIN, async () => {
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'cases.list': () => page(3),
      'cases.get': ({ path }) => answered({ ...caseDetail(), id: path.split('/').at(-1) ?? '' }),
    });
    await showDesk('/cases');
    await screen.findByText('A-000001');
    await userEvent.keyboard('j');
    await waitFor(() => expect(location.pathname).toBe(`/cases/${ONE.id}`));
    await userEvent.keyboard('j');
    await waitFor(() => expect(location.pathname).toBe(`/cases/${caseItem(2).id}`));
    await userEvent.keyboard('k');
    await waitFor(() => expect(location.pathname).toBe(`/cases/${ONE.id}`));
    await userEvent.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Case, user, subject' });
    expect(document.activeElement).toBe(search);
    // Letters typed there are letters, not keys of the desk.
    await userEvent.keyboard('jaar');
    await waitFor(() => expect(sent.at(-1)?.query.get('q')).toBe('jaar'));
    expect(location.pathname).toBe(`/cases/${ONE.id}`);
  });

  it(
    'is read again when the counts change and never by a clock: each reading is audited',
    WITHIN,
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'], shouldAdvanceTime: true });
      let waiting = 12;
      const sent = standInForServer({
        'cases.counts': () =>
          answered({ kinds: [{ kind: 'adjustment', waiting, overdue: 0, firstYes: 0 }], mine: 0 }),
        'cases.list': () => page(1),
        'cases.get': () => answered(caseDetail()),
      });
      const times = (name: string) => sent.filter((one) => one.name === name).length;
      await showDesk(`/cases/${ONE.id}`);
      await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
      await vi.advanceTimersByTimeAsync(60_000);
      window.dispatchEvent(new Event('visibilitychange'));
      await waitFor(() => expect(times('cases.counts')).toBeGreaterThan(3));
      expect([times('cases.list'), times('cases.get')]).toEqual([1, 1]);
      waiting = 13;
      await vi.advanceTimersByTimeAsync(20_000);
      await waitFor(() => expect([times('cases.list'), times('cases.get')]).toEqual([2, 2]));
      vi.useRealTimers();
    },
  );

  it('says that nothing waits, and what to do when it could not be read', WITHIN, async () => {
    const list = vi.fn(() => refused('internal'));
    standInForServer({ 'cases.counts': () => COUNTS, 'cases.list': list });
    await showDesk('/cases');
    await screen.findByText(/Something broke on our side/);
    list.mockReturnValue(page(0) as never);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No pending cases')).toBeTruthy();
  });
});

describe('a case', () => {
  it('says whom it is about, the entry it would write, and who could decide', WITHIN, async () => {
    const decider = {
      id: ID,
      name: 'Tomas',
      roles: ['cashierChecker' as const],
      hasPasskey: false,
    };
    standInForServer({
      'cases.counts': () => COUNTS,
      'cases.list': () =>
        answered({ records: [caseItem(1), caseItem(2, { userId: null, user: null })], next: null }),
      'cases.get': () =>
        answered(
          caseDetail({
            entry: ENTRY,
            deciders: [decider],
            needsPasskey: true,
            amount: '500.000001',
          }),
        ),
    });
    await showDesk(`/cases/${ONE.id}`);
    // To its last place: nobody approves what was rounded.
    await screen.findByRole('heading', { name: 'Adjustment of 500.000001 USDT' });
    const payments = within(screen.getByRole('table', { name: 'Payments' }));
    expect(payments.getByText('Goodwill of the house')).toBeTruthy();
    expect(payments.getByText('user:cash')).toBeTruthy();
    const cash = within(screen.getByRole('table', { name: 'Balances it moves' })).getByRole('row', {
      name: /Cash of the user/,
    });
    expect(cash.textContent).toContain('10.00 USDT510.00 USDT');
    expect(screen.getByText(/Approved, it would wait/)).toBeTruthy();
    expect(screen.getByText('Tomas').closest('li')?.textContent).toContain('no passkey yet');
    expect(screen.getByText(/Reads Spanish\. Account opened/)).toBeTruthy();
    // Who has no page of users is given no link to one.
    expect(screen.getAllByRole('link', { name: 'mara_k' })).toHaveLength(1);
    expect(screen.getByText('by Aiko')).toBeTruthy();
    // The sidebar counts what waits for a second yes.
    expect(screen.getByRole('link', { name: /^Second reviews/ }).textContent).toContain('5');
    expect(await faultsIn(document.body)).toEqual([]);
  });

  it(
    'writes facts as people read them: shares, units, codes, what becomes another',
    WITHIN,
    async () => {
      const subject = 'contract.feeRate: 0.001 → 0.0005';
      const change = caseDetail({
        ...{
          kind: 'parameterChange',
          subject,
          amount: null,
          asset: null,
          userId: null,
          user: null,
        },
        facts: [
          { key: 'parameter', as: 'parameter', value: 'contract.feeRate' },
          { key: 'before', as: 'number', value: '0.001', unit: 'share' },
          { key: 'value', as: 'number', value: '80', unit: 'times' },
          { key: 'stays', as: 'number', value: '2026', unit: 'none' },
          { key: 'lots-max', as: 'number', value: '1000000.5', before: '–' },
          { key: 'calendar', as: 'calendar', value: 'always' },
          { key: 'class', as: 'class', value: 'forexMajor' },
          { key: 'status', as: 'status', value: 'closeOnly' },
          { key: 'rate-daily', as: 'share', value: '0.0002' },
          { key: 'ltv', as: 'share', value: '0.547658039277730323' },
        ],
      });
      standInForServer({
        'cases.counts': () => answered({ kinds: [], mine: 0 }),
        'cases.list': () => answered({ records: [change], next: null }),
        'cases.get': () => answered(change),
      });
      await showDesk(`/cases/${change.id}`);
      const facts = within(await screen.findByRole('region', { name: 'What is decided on' }));
      const written = facts.getAllByRole('definition').map(({ textContent }) => textContent);
      expect(written.slice(1, -1)).toEqual([
        '0.1% (0.001)',
        '80 times',
        '2026',
        'none → 1,000,000.5',
        'Around the clock',
        'Forex, major',
        'Close-only',
        '0.02%',
        '54.77%',
      ]);
      // The queue and the head of the case name the parameter in words.
      expect(screen.queryByText(/^contract\.feeRate:/)).toBeNull();
      expect(screen.getAllByText(/Fee of a contract/).length).toBeGreaterThan(2);
    },
  );

  const show = (detail = caseDetail(), answers: Parameters<typeof standInForServer>[0] = {}) => {
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'cases.list': () => page(1),
      'cases.get': () => answered(detail),
      ...answers,
    });
    return showDesk(`/cases/${ONE.id}`).then(() => sent);
  };
  const confirm = (name: string) =>
    within(screen.getByRole('dialog')).getByRole('button', { name });

  it('is approved with the hash of the row that was shown', WITHIN, async () => {
    const sent = await show(undefined, {
      'cases.decide': () =>
        answered(caseDetail({ state: 'firstYes', hindrance: 'first-was-yours' })),
    });
    await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.keyboard('a');
    expect(await screen.findByText(/Yours is the first yes/)).toBeTruthy();
    expect(document.activeElement).toBe(confirm('Approve'));
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await screen.findByText('The first yes was yours. Another member gives the second.');
    expect(sent.find(({ name }) => name === 'cases.decide')?.body).toEqual({
      verdict: 'approved',
      reason: 'mistake-corrected',
      rowHash: 'ab'.repeat(32),
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not rejected without a reason, and with one the message goes along', WITHIN, async () => {
    const rejected = caseDetail({
      state: 'decided',
      verdict: 'rejected',
      hindrance: 'decided',
      decidedBy: { kind: 'staff', id: ID, name: 'Ines Moreau' },
      decidedAt: NOW,
      reason: 'not-justified',
    });
    const sent = await show(undefined, { 'cases.decide': () => answered(rejected) });
    await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
    await userEvent.keyboard('r');
    expect(await screen.findByText('Choose why it is rejected.')).toBeTruthy();
    expect(sent.some(({ name }) => name === 'cases.decide')).toBe(false);
    await userEvent.selectOptions(
      screen.getByLabelText('Reason, needed to reject'),
      'not-justified',
    );
    await userEvent.type(
      screen.getByLabelText('Message to the customer, who reads Spanish'),
      'Leider nicht.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await userEvent.click(confirm('Reject'));
    await screen.findByText(/^Rejected by Ines Moreau/);
    expect(sent.find(({ name }) => name === 'cases.decide')?.body).toMatchObject({
      verdict: 'rejected',
      reason: 'not-justified',
      message: 'Leider nicht.',
    });
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  it('that changed meanwhile is shown anew and not decided', WITHIN, async () => {
    let detail = caseDetail();
    await show(undefined, {
      'cases.get': () => answered(detail),
      'cases.decide': () => {
        detail = caseDetail({ amount: '700', rowHash: 'cd'.repeat(32) });
        return refused('case-changed');
      },
    });
    await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
    await userEvent.keyboard('a');
    await userEvent.click(confirm('Approve'));
    await screen.findByRole('heading', { name: 'Adjustment of 700.00 USDT' });
    expect(screen.getByText(/You decided nothing/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('another member decided says who and when', WITHIN, async () => {
    let detail = caseDetail();
    await show(undefined, {
      'cases.get': () => answered(detail),
      'cases.decide': () => {
        detail = caseDetail({
          state: 'decided',
          verdict: 'approved',
          hindrance: 'decided',
          decidedBy: { kind: 'staff', id: ID, name: 'Tomas' },
          decidedAt: NOW,
          appliedAt: NOW,
          reason: 'goodwill',
        });
        return refused('case-decided', { by: 'Tomas', at: String(NOW) });
      },
    });
    await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
    await userEvent.keyboard('a');
    await userEvent.click(confirm('Approve'));
    expect(await screen.findByText(/^Approved by Tomas/)).toBeTruthy();
    expect(screen.getByText(/You decided nothing/)).toBeTruthy();
  });

  it(
    'that cannot be carried out says why, when it is tried again and when it is void',
    WITHIN,
    async () => {
      const stuck = {
        ...{ tries: 4, since: NOW, nextAt: NOW + 60_000, voidAt: NOW + 600_000 },
        why: 'nothing to divide by',
      };
      await show(
        caseDetail({
          ...{ state: 'decided', verdict: 'approved', hindrance: 'decided', decidedAt: NOW },
          ...{ decidedBy: { kind: 'staff', id: ID, name: 'Tomas' }, reason: 'goodwill', stuck },
        }),
      );
      expect(await screen.findByText(/^Carrying it out has failed 4 times/)).toBeTruthy();
      expect(screen.getByText(/nothing to divide by/)).toBeTruthy();
      expect(screen.getByText(/it is void/)).toBeTruthy();
    },
  );

  it(
    'that moves money is confirmed by a passkey over its row, and waits without one',
    WITHIN,
    async () => {
      const sent = await show(caseDetail({ needsPasskey: true }), {
        'cases.challenge': () => answered({ challenge: 'asked-1', options: {}, expiresAt: NOW }),
      });
      await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
      await userEvent.keyboard('a');
      await userEvent.click(confirm('Approve with your passkey'));
      // This browser has no passkeys: nothing was sent to decide.
      expect(await screen.findByText(/^This browser does not support passkeys/)).toBeTruthy();
      expect(sent.find(({ name }) => name === 'cases.challenge')?.body).toEqual({
        rowHash: 'ab'.repeat(32),
      });
      expect(sent.some(({ name }) => name === 'cases.decide')).toBe(false);
    },
  );

  it(
    'cannot be approved by a member without a passkey, who is told where to add one',
    WITHIN,
    async () => {
      standInForServer({
        'cases.counts': () => COUNTS,
        'cases.list': () => page(1),
        'cases.get': () => answered(caseDetail({ needsPasskey: true })),
      });
      await showDesk(`/cases/${ONE.id}`, { ...MEMBER, hasPasskey: false });
      await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
      await userEvent.keyboard('a');
      expect(confirm('Approve with your passkey')).toHaveProperty('disabled', true);
      expect(screen.getByRole('link', { name: 'Add a passkey' }).getAttribute('href')).toBe(
        '/account',
      );
    },
  );

  it(
    'of too few members says why it waits, and one of another what stands in the way',
    WITHIN,
    async () => {
      await show(
        caseDetail({
          waitsForSecond: { eligible: 0, roles: ['cashierChecker'] },
          hindrance: 'own',
          mayWithdraw: true,
        }),
      );
      expect(await screen.findByText('This case waits for a second member')).toBeTruthy();
      expect(screen.getByText(/Members who could: 0. Roles: Cashier \(checker\)/)).toBeTruthy();
      expect(screen.getByText('You opened this case. Another member decides it.')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Approve, 1 of 2' })).toBeNull();
      expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
      await userEvent.keyboard('a');
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('is claimed and released, and more is asked of the customer', WITHIN, async () => {
    const mine = caseDetail({
      state: 'claimed',
      claimedBy: { kind: 'staff', id: ID, name: 'Ines Moreau' },
      claimedAt: NOW,
    });
    const sent = await show(undefined, {
      'cases.claim': () => answered(mine),
      'cases.note': () => answered(mine),
    });
    await screen.findByRole('heading', { name: 'Adjustment of 500.00 USDT' });
    await userEvent.keyboard('c');
    expect(await screen.findByRole('button', { name: 'Release' })).toBeTruthy();
    await userEvent.keyboard('m');
    await userEvent.type(screen.getByLabelText('Text'), 'Which order?');
    await userEvent.click(screen.getByRole('button', { name: 'Send to the customer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ name }) => name === 'cases.note')?.body).toEqual({
      text: 'Which order?',
      isForUser: true,
    });
  });
});

describe('the frame', () => {
  it('says what no role can do, and lists its keys by ?', WITHIN, async () => {
    standInForServer({ 'cases.counts': () => COUNTS, 'cases.list': () => page(1) });
    await showDesk('/cases');
    expect(
      screen.getByText('No role on this desk can edit a price, a fill or a balance.'),
    ).toBeTruthy();
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Next case')).toBeTruthy();
    expect(within(dialog).getByText('Go anywhere')).toBeTruthy();
  });

  it('keeps the row of the page in view when what waits comes above it', WITHIN, async () => {
    const gate = Promise.withResolvers<void>();
    standInForServer({
      'cases.counts': async () => {
        await gate.promise;
        return COUNTS;
      },
      'cases.list': () => page(1),
    });
    await showDesk('/cases?state=mine');
    const row = await screen.findByRole('link', { current: 'page' });
    const brought: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      brought.push(this);
    };
    gate.resolve();
    await waitFor(() => expect(brought).toContain(row));
  });

  it('folds kinds of which none waits, except the one that is shown', WITHIN, async () => {
    const none = { waiting: 0, overdue: 0, firstYes: 0 };
    const idle = (['takeOut', 'legalText', 'instrument'] as const).map((kind) => ({
      kind,
      ...none,
    }));
    standInForServer({
      'cases.counts': () => answered({ kinds: [...COUNT_KINDS, ...idle], mine: 0 }),
      'cases.list': () => page(1),
    });
    await showDesk('/cases?kind=legalText');
    const fold = await screen.findByRole('button', { name: '2 kinds, none waiting' });
    expect(screen.getByRole('link', { name: /^Adjustments/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Legal texts/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Take-outs/ })).toBeNull();
    await userEvent.click(fold);
    expect(screen.getByRole('link', { name: /^Take-outs/ })).toBeTruthy();
  });

  it('goes anywhere by ⌘K, typed with the keyboard alone', WITHIN, async () => {
    standInForServer({
      'cases.counts': () => COUNTS,
      'cases.list': () => page(1),
      'staff.factors': () => answered({ totpSince: NOW, passkeys: [] }),
      'staff.sessions': () => answered({ records: [] }),
    });
    await showDesk('/cases');
    await screen.findByText('A-000001');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(
      screen.getByRole('combobox', { name: /^A page, or a case/ }),
      'your log-in',
    );
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/account'));
  });

  it('shows no page that is not for the member’s roles', WITHIN, async () => {
    standInForServer({ 'cases.counts': () => COUNTS });
    await showDesk('/staff', { ...MEMBER, roles: ['support'] });
    expect(screen.getByText('This page is not for your role')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Staff' })).toBeNull();
  });

  it('leads to the sign-in when the session ends, and forgets what was read', WITHIN, async () => {
    standInForServer({
      'cases.counts': () => COUNTS,
      'cases.list': () => page(1),
      'cases.get': () => refused('session-over'),
    });
    await showDesk('/cases');
    await screen.findByText('A-000001');
    await userEvent.keyboard('j');
    expect(await screen.findByText(/You were logged out/)).toBeTruthy();
    expect(screen.queryByText('A-000001')).toBeNull();
  });
});
