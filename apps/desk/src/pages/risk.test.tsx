// Promise: risk and health are seen at a glance, and what cannot be judged is never shown as nothing.
import {
  type ExposureRow,
  type HealthView,
  LADDER_GROUPS,
  type PlanExposure,
  type RiskOfMode,
  type RiskView,
} from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNTS = answered({ kinds: [], mine: 0 });
const RISK = { ...MEMBER, roles: ['risk'] as const };

afterEach(leaveDesk);

const row = (code: string | null, change: Partial<ExposureRow> = {}): ExposureRow => ({
  code,
  contracts: 3,
  long: '60000',
  short: '12002',
  net: '47998',
  gross: '72002',
  floatingPnl: '-2',
  ...change,
});

const UNKNOWN = { long: null, short: null, net: null, gross: null, floatingPnl: null };

function modeOf(instruments: ExposureRow[], change: Partial<RiskOfMode> = {}): RiskOfMode {
  return {
    total: row(null),
    instruments,
    ladder: LADDER_GROUPS.map((group) => ({
      group,
      accounts: group === 'crypto' ? [0, 1, 4, 250] : [0, 0, 0, 0],
    })),
    accounts: 900,
    below: 0,
    unjudged: 0,
    ...change,
  };
}

const view: RiskView = {
  at: NOW,
  ageMs: 1_400,
  tookMs: 12,
  real: modeOf(Array.from({ length: 200 }, (_, at) => row(`COIN${at}/USDT`))),
  demo: modeOf([row('AAPL', UNKNOWN)], { total: row(null, UNKNOWN), unjudged: 7 }),
};

const house = {
  at: NOW,
  from: '2026-10-24',
  to: '2026-11-23',
  days: [
    {
      day: '2026-11-22',
      asset: 'USDT' as const,
      result: '-12.5',
      parts: { 'house:trading': '-12.5' },
    },
    { day: '2026-11-23', asset: 'USDT' as const, result: '40', parts: { 'house:fees': '40' } },
  ],
};

const HELD: PlanExposure & { readonly ageMs: number } = {
  ageMs: 900,
  instruments: [
    {
      ...{ mode: 'real', code: 'BTC/USDT', funds: 2, long: '81234.5', short: '0', net: '81234.5' },
      today: '-12.25',
    },
  ],
  funds: [
    {
      ...{ fundId: ID, name: 'trend-btc', version: 2, mode: 'real', code: 'BTC/USDT' },
      ...{ quantity: '1.25', value: null, today: null },
    },
  ],
};

describe('the risk page', () => {
  it('shows what funds of plans hold beside it, and what cannot be judged', WITHIN, async () => {
    standInForServer({
      'cases.counts': () => COUNTS,
      'plans.exposure': () => answered(HELD),
      'risk.now': () => answered(view),
      'risk.house': () => answered(house),
    });
    await showDesk('/risk', { ...RISK, roles: ['risk'] });
    const part = within(
      await screen.findByRole('region', { name: 'Funds of plans, by instrument' }),
    );
    expect((await part.findAllByText('81,234.50')).length).toBeGreaterThan(0);
    expect(part.getAllByText('trend-btc · 2').length).toBeGreaterThan(0);
    // A fund that holds something without a price is not worth nothing.
    expect(part.getAllByText('No price').length).toBeGreaterThan(1);
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: 'Demo' }));
    expect(await part.findByText('No fund of a plan holds anything')).toBeTruthy();
  });

  it(
    'shows exposure, ladder and house result, and names the accounts of a rung',
    WITHIN,
    async () => {
      const sent = standInForServer({
        'cases.counts': () => COUNTS,
        'plans.exposure': () => answered(HELD),
        'risk.now': () => answered(view),
        'risk.house': () => answered(house),
        'risk.accounts': () =>
          answered({
            at: NOW,
            total: 250,
            records: [{ userId: ID, contracts: 2, marginLevel: '0.312', tradingEquity: '31.2' }],
          }),
      });
      const desk = await showDesk('/risk', { ...RISK, roles: ['risk'] });
      await screen.findByText('COIN0/USDT');
      expect(screen.getAllByText('47,998.00').length).toBeGreaterThan(0);
      expect(desk.querySelectorAll('[role="row"], tr').length).toBeLessThanOrEqual(60);
      await screen.findByText(/^Fees/);
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'Crypto, −10 %: 250 accounts' }));
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText(ID)).toBeTruthy();
      expect(dialog.getByText('31%')).toBeTruthy();
      const asked = sent.find(({ name }) => name === 'risk.accounts')?.query;
      expect(Object.fromEntries(asked ?? [])).toEqual({
        mode: 'real',
        group: 'crypto',
        percent: '10',
      });
      expect(await faultsIn(document.body)).toEqual([]);
    },
  );

  it('says that the first look is being computed', WITHIN, async () => {
    const look = Promise.withResolvers<ReturnType<typeof answered>>();
    standInForServer({
      'cases.counts': () => COUNTS,
      'plans.exposure': () => answered(HELD),
      'risk.now': () => look.promise,
      'risk.house': () => answered(house),
    });
    await showDesk('/risk', { ...RISK, roles: ['risk'] });
    expect((await screen.findByText(/^Being computed\./)).getAttribute('role')).toBe('status');
    look.resolve(answered(view));
    await screen.findByText('COIN0/USDT');
    expect(screen.queryByText(/^Being computed\./)).toBeNull();
  });

  it(
    'says that it cannot judge where a mark is missing, and asks again by itself',
    WITHIN,
    async () => {
      const sent = standInForServer({
        'cases.counts': () => COUNTS,
        'plans.exposure': () => answered(HELD),
        'risk.now': () => answered(view),
        'risk.house': () => answered({ ...house, days: [] }),
      });
      await showDesk('/risk', { ...RISK, roles: ['auditor'] });
      await userEvent.click(await screen.findByRole('radio', { name: 'Demo' }));
      expect(screen.getAllByText('No price').length).toBeGreaterThan(5);
      expect(screen.getByText(/7 accounts have no margin level/)).toBeTruthy();
      const looks = () => sent.filter(({ name }) => name === 'risk.now').length;
      await waitFor(() => expect(looks()).toBeGreaterThan(1), { timeout: 20_000 });
    },
  );
});

const health: HealthView = {
  at: NOW,
  feed: { mode: 'live' },
  sources: [
    { name: 'Binance', status: 'ok', ageMs: 200 },
    { name: 'OKX', status: 'unhealthy', ageMs: 8_536_000 },
  ],
  instruments: Array.from({ length: 300 }, (_, at) => ({
    code: `COIN${at}/USDT`,
    status: at === 299 ? ('disputed' as const) : ('open' as const),
    source: 'Binance',
    ageMs: at,
    freshForMs: 5_000,
  })),
  stuck: {
    due: 0,
    stuck: 2,
    unactedMs: 0,
    aside: 0,
    unjudged: 0,
    casesOverdue: 0,
    casesUndoneMs: 0,
    listenersFailing: 0,
    listenersFailingMs: 0,
    outboxLagMs: 0,
    mailsWaiting: 0,
    mailsWaitingMs: 0,
    mailsFailed: 0,
    keysUndestroyed: 2,
    usersUndestroyed: 1,
  },
  checks: [
    { name: 'books', isRunning: false, lastAt: NOW, tookMs: 900, result: 'sound', faults: [] },
    {
      name: 'audit',
      isRunning: false,
      lastAt: NOW,
      tookMs: 20,
      result: 'faults',
      faults: ['row 7 is not what was written'],
    },
  ],
};

describe('the health page', () => {
  const answers = {
    'cases.counts': () => COUNTS,
    'risk.health': () => answered(health),
    'risk.check': () => answered(null),
  };

  it('puts what is in the way first, and has the checks begun', WITHIN, async () => {
    const sent = standInForServer(answers);
    const desk = await showDesk('/health', { ...RISK, roles: ['risk'] });
    expect(await screen.findByText('In quarantine')).toBeTruthy();
    const [, first] = within(screen.getByRole('table')).getAllByRole('row');
    expect(first?.textContent).toContain('COIN299/USDT');
    expect(desk.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(60);
    expect(screen.getByText('row 7 is not what was written')).toBeTruthy();
    const keys = screen.getByText('Document keys that could not be destroyed');
    const users = screen.getByText('Former users whose documents could not be destroyed');
    expect([keys, users].map((said) => said.nextElementSibling?.textContent)).toEqual(['2', '1']);
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
    expect(sent.some(({ name }) => name === 'risk.check')).toBe(true);
  });

  it('begins nothing for an auditor', WITHIN, async () => {
    standInForServer(answers);
    await showDesk('/health', { ...RISK, roles: ['auditor'] });
    await screen.findByText('In quarantine');
    // An age is read, not counted.
    expect(screen.getByText('2 h 22 min')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  });
});
