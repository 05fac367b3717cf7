/** What the server says of loans, for tests of their pages. */
export const LOAN_TERMS = {
  days: [7, 14, 30, 60, 90],
  freeDays: 3,
  rateDaily: '0.0002',
  ltvMax: '0.65',
  notices: ['0.7', '0.75', '0.8'],
  saleLine: '0.83',
  spreadRate: '0.002',
  offerDays: 7,
  reviewHours: 48,
  amountMin: '100',
  limits: [
    { level: 1, amount: '10000' },
    { level: 2, amount: '50000' },
  ],
  level: 1,
  identity: 'verified',
  owed: '0',
  ownMax: '6500',
  collateral: [
    { asset: 'USDT', available: '4000', bid: null },
    { asset: 'BTC', available: '0.1', bid: '60000' },
    { asset: 'ETH', available: '0', bid: '3000' },
  ],
} as const;

const COST = {
  amount: '1000',
  days: 30,
  freeDays: 3,
  rateDaily: '0.0002',
  apr: '0.0657',
  interest: '5.4',
  total: '1005.4',
} as const;

const LTV_FIGURES = {
  value: '1800',
  ltv: '0.555555555555555556',
  steps: [
    {
      ltv: '0.7',
      kind: 'notice',
      ofToday: '0.793650793650793651',
      prices: [{ asset: 'BTC', price: '47619.04' }],
    },
    {
      ltv: '0.83',
      kind: 'sale',
      ofToday: '0.669344042838018741',
      prices: [{ asset: 'BTC', price: '40160.631' }],
    },
  ],
} as const;

const HASH = 'ab'.repeat(32);
const COLLATERAL = [{ asset: 'BTC', amount: '0.03' }] as const;

/** An offer as long as the server holds it. */
export const loanOffer = (now: number, heldMs = 900_000) => ({
  offerId: '01890a5d-ac96-774b-bcce-b302099a8101',
  agreementId: '01890a5d-ac96-774b-bcce-b302099a8102',
  ...COST,
  ...LTV_FIGURES,
  due: '2026-12-26',
  schedule: [{ day: '2026-11-27', interest: '0', owed: '1000' }],
  collateral: COLLATERAL,
  ltvMax: '0.65',
  agreementHash: HASH,
  expiresAt: now + heldMs,
  heldMs,
});

/** A loan with everything that happened to it. */
export const LOAN = {
  id: '01890a5d-ac96-774b-bcce-b302099a8103',
  number: 'L-000001',
  state: 'repaymentInProgress',
  reason: null,
  ...COST,
  ...LTV_FIGURES,
  ltvMax: '0.65',
  collateral: COLLATERAL,
  principalOwed: '1000',
  interestOwed: '0.4',
  owed: '1000.4',
  principalPaid: '0',
  interestPaid: '0',
  drawnOn: '2026-11-26',
  due: '2026-12-26',
  deadline: null,
  canCancel: false,
  canDraw: false,
  canRepay: true,
  agreementId: '01890a5d-ac96-774b-bcce-b302099a8102',
  agreementHash: HASH,
  createdTime: 1_795_000_000_000,
  updatedTime: 1_795_000_000_000,
  schedule: [{ day: '2026-11-27', interest: '0', owed: '1000' }],
  charges: [{ day: '2026-11-30', principal: '1000', interest: '0.2' }],
  payments: [],
  sales: [],
  timeline: [
    { state: 'pendingReview', at: 1_795_000_000_000, by: 'owner' },
    { state: 'approved', at: 1_795_000_100_000, by: 'operator' },
    { state: 'repaymentInProgress', at: 1_795_000_200_000, by: 'owner' },
  ],
} as const;
