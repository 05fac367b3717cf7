import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { type Asset, HOUR_MS, type RequestId, type UserId, ensure, plusMs } from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { accountKey, findHoldings } from '../src/ledger/index.ts';
import { LOANS_CHANGED, type LoansChanged } from '../src/loans/index.ts';
import { hashSecret, newSecret } from '../src/platform/secrets/session.ts';
import { fundHouse } from './decided-case.ts';
import { findFacts } from './facts.ts';
import { PICTURE } from './form.ts';
import { type Answered, type TestApp, startTestApp } from './start-app.ts';

const USDT = 1_000_000n;

/** Has a user stand as if staff had decided about documents. */
export async function identify(
  product: TestApp,
  userId: UserId,
  said: { readonly state: string; readonly level: 0 | 1 | 2 },
): Promise<void> {
  await product.owner.transaction(async (tx) => {
    // Without the guards, which want the decided submission.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into identity.person (user_id, state, address_state) values ($1, $2, $3)
       on conflict (user_id) do update set state = $2, address_state = $3`,
      [userId, said.state, said.level === 2 ? 'verified' : 'none'],
    );
  });
}

/** A product that lends: its house has capital, and both coins have a price. */
export type LoanProduct = {
  readonly product: TestApp;
  /** Prices of both coins a second later. */
  ticks(btc: number, eth?: number): Promise<void>;
  /** Every fact was handed on and the engine has turned. */
  looked(): Promise<void>;
};

/** What the house lost with loans of a user, in units of USDT. */
export async function lostWith(product: TestApp, userId: UserId): Promise<bigint> {
  const [row] = await product.owner.query<{ lost: string }>(
    `select coalesce(sum(amount), 0)::text as lost from ledger.posting
     where user_id = $1 and from_class = 'house:bad-debt' and to_class = 'user:debt'`,
    [userId],
  );
  return BigInt(row?.lost ?? 0);
}

/** What the owner of a loan was told of it, in its order. */
export async function toldOf(product: TestApp, loanId: string): Promise<string[]> {
  const facts = await findFacts<LoansChanged>(product.owner, LOANS_CHANGED);
  return facts
    .flatMap(({ changed }) => changed)
    .filter((one) => one.loanId === loanId)
    .flatMap(({ news }) => news)
    .filter(({ kind }) => !['requested', 'approved', 'drawn'].includes(kind))
    .map((one) => {
      if (one.kind === 'notice') return `notice ${one.line}`;
      return one.kind === 'overdue' ? `overdue ${one.late}` : one.kind;
    });
}

/** Starts a product that lends. */
export async function startLoanProduct(
  options: NonNullable<Parameters<typeof startTestApp>[0]> = {},
): Promise<LoanProduct> {
  const product = await startTestApp(options);
  const at = product.clock.now();
  await fundHouse(product, 10_000_000n * USDT, at);
  const ticks = async (btc: number, eth = 3_000): Promise<void> => {
    product.clock.advance(1_000);
    await product.price('BTC/USDT', String(btc), String(btc + 10));
    await product.price('ETH/USDT', String(eth), String(eth + 1));
  };
  await ticks(60_000);
  return {
    product,
    ticks,
    async looked() {
      await product.settle();
    },
  };
}

/** What is pledged, as a test says it: "BTC:0.1". */
export const pledge = (...texts: string[]): { asset: Asset; amount: string }[] =>
  texts.map((text) => {
    const [asset = '', amount = ''] = text.split(':');
    return { asset: asset as Asset, amount };
  });

/** A user who may borrow. */
export type Borrower = {
  readonly token: string;
  readonly username: string;
  readonly userId: UserId;
  offer(change?: object): Promise<Answered<'loans.offer'>>;
  /** Asks for the loan of a fresh offer, signed. */
  apply(change?: object, more?: object): Promise<Answered<'loans.apply'>>;
  /** Applies, has it granted and draws it. */
  draws(change?: object): Promise<CallResult<'loans.draw'>>;
  draw(id: string, more?: object): Promise<Answered<'loans.draw'>>;
  repay(id: string, more: object): Promise<Answered<'loans.repay'>>;
  /** Repays from cash by the command itself: a session is over after the days some tests wait. */
  repays(id: string, amount: string): Promise<void>;
  add(id: string, more: object): Promise<Answered<'loans.add-collateral'>>;
  get(id: string): Promise<CallResult<'loans.get'>>;
  /** Units of an asset by account. */
  holds(asset?: Asset): Promise<Readonly<Record<string, bigint>>>;
};

/** A confirmation as it stands after its proof. */
export async function confirmDraw(
  product: TestApp,
  userId: UserId,
  loanId: string,
): Promise<string> {
  const stepUp = newSecret();
  await product.db.query(
    `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
     values ($1, $2, 'loan-draw', $3, platform.from_ms($4))`,
    [hashSecret(stepUp), userId, loanId, plusMs(product.clock.now(), HOUR_MS)],
  );
  return stepUp;
}

/** Decides the cases of a loan as two members would, and carries them out. */
export async function decideLoan(
  product: TestApp,
  loanId: string,
  said: { kind?: string; verdict?: 'approved' | 'rejected'; reason?: string } = {},
): Promise<void> {
  const { kind = 'loan', verdict = 'approved', reason = 'as-proposed' } = said;
  const at = product.clock.now();
  const of = `kind = $1 and facts::jsonb ->> 'id' = $2 and state <> 'decided'`;
  await product.owner.query(
    `update cases.case set state = 'firstYes', first_by = 'b', first_at = platform.from_ms($3)
     where ${of}`,
    [kind, loanId, at],
  );
  await product.owner.query(
    `update cases.case set state = 'decided', verdict = $3, reason = $4, decided_by = 'c',
       decided_at = platform.from_ms($5) where ${of}`,
    [kind, loanId, verdict, reason, at],
  );
  // The timer may have taken it up at the same moment: then it is done once that is through.
  for (let tries = 0; tries < 100; tries += 1) {
    await product.app.cases.carryOutAll();
    const left = await product.owner.query(
      `select 1 from cases.case where kind = $1 and facts::jsonb ->> 'id' = $2
         and state = 'decided' and applied_at is null`,
      [kind, loanId],
    );
    if (left.length === 0) return;
    await pause(50);
  }
}

/** A new user with cash who may borrow. */
export async function newBorrower(
  product: TestApp,
  cash: readonly { asset: Asset; units: bigint }[],
): Promise<Borrower> {
  const { token, userId, username } = await product.register();
  await product.admit(userId);
  await identify(product, userId, { state: 'verified', level: 1 });
  for (const { asset, units } of cash) await product.deposit(userId, units, asset);
  const mode = 'real' as const;
  const asked = (change: object = {}) => ({
    amount: '2000',
    days: 30,
    collateral: pledge('BTC:0.1'),
    ...change,
  });
  const borrower: Borrower = {
    token,
    username,
    userId,
    offer: (change) => product.call('loans.offer', { token, mode, odd: asked(change) }),
    async apply(change, more = {}) {
      const offered = await borrower.offer(change);
      expect([offered.code, offered.refused.name]).toEqual(['200', undefined]);
      const { offerId, agreementId } = offered.result;
      const form = { purpose: 'signature', file: PICTURE };
      const signed = await product.call('files.upload', { token, form });
      const odd = {
        ...asked(change),
        offerId,
        agreementId,
        signatureId: signed.result.fileId,
        requestId: randomUUID(),
        ...more,
      };
      return product.call('loans.apply', { token, mode, odd });
    },
    async draw(id, more = {}) {
      const stepUp = await confirmDraw(product, userId, id);
      const odd = { requestId: randomUUID(), stepUp, ...more };
      return product.call('loans.draw', { token, mode, params: { id }, odd });
    },
    async draws(change) {
      const applied = await borrower.apply(change);
      expect([applied.code, applied.refused.name]).toEqual(['200', undefined]);
      const { id } = applied.result;
      await decideLoan(product, id);
      const drawn = await borrower.draw(id);
      expect([drawn.code, drawn.refused.name]).toEqual(['200', undefined]);
      return drawn.result;
    },
    repay: (id, more) =>
      product.call('loans.repay', {
        token,
        mode,
        params: { id },
        odd: { source: 'cash', requestId: randomUUID(), ...more },
      }),
    async repays(id, amount) {
      const requestId = randomUUID() as RequestId;
      const bodyHash = Buffer.alloc(32).toString('base64url');
      const request = { userId, requestId, call: 'loans.repay', bodyHash };
      const asked = amount === 'all' ? ({ all: true } as const) : { amount };
      const body = { ...asked, source: 'cash' } as const;
      const said = await product.app.loans.commands.repay({ userId, request }, { id, body });
      expect(said.kept).toContain('"code":"200"');
    },
    add: (id, more) =>
      product.call('loans.add-collateral', {
        token,
        mode,
        params: { id },
        odd: { requestId: randomUUID(), ...more },
      }),
    // A session is over after the days some tests wait.
    get: async (id) => ensure(await product.app.loans.get({ userId, id }), 'it is there'),
    async holds(asset = 'USDT') {
      const account = { userId, mode } as const;
      const held = (await findHoldings(product.db, [account])).get(accountKey(account));
      return held?.[asset] ?? {};
    },
  };
  return borrower;
}

/** What tests of a running product begin with: prices, and a borrower of their own with this cash. */
export function stageLoans(cash: Parameters<typeof newBorrower>[1]): {
  readonly lending: LoanProduct;
  readonly who: Borrower;
} {
  const stage: { lending?: LoanProduct; who?: Borrower } = {};
  beforeAll(async () => {
    stage.lending = await startLoanProduct();
  });
  afterAll(() => stage.lending?.product.stop());
  beforeEach(async () => {
    const { product, ticks } = ensure(stage.lending, 'it has begun');
    await ticks(60_000);
    stage.who = await newBorrower(product, cash);
  });
  return {
    get lending() {
      return ensure(stage.lending, 'it has begun');
    },
    get who() {
      return ensure(stage.who, 'a test has begun');
    },
  };
}
