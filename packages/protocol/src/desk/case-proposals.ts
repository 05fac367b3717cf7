import { z } from 'zod';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { Id, PositiveText, UnixMsNumber } from '../scalars.ts';
import { CaseDecider, CaseEntry, CaseUser } from './case-view.ts';
import { deskEndpoint } from './endpoint.ts';

const none = z.strictObject({});
const Asset = z.enum(['USDT', 'BTC', 'ETH']);
const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;

const opened = z.strictObject({ id: Id, number: z.string() });
const open = {
  method: 'POST',
  access: 'session',
  perMinute: 30,
  query: none,
  params: none,
  result: opened,
} as const;
const note = z.string().trim().min(1).max(CASE_NOTE_MAX);

const adjustment = {
  mode: z.enum(['demo', 'real']),
  asset: Asset,
  direction: z.enum(['toUser', 'fromUser']),
  amount: PositiveText,
} as const;
const houseMoney = {
  asset: Asset,
  amount: PositiveText,
  account: z.enum(['ethereum', 'tron', 'bitcoin', 'outside']),
} as const;
const coverMoney = {
  asset: Asset,
  amount: PositiveText,
  direction: z.enum(['toExchange', 'toCapital']),
} as const;
/** Transaction on the chain, or the bank's reference. */
const reference = z.string().trim().min(4).max(120);

export const previewEntry = deskEndpoint({
  ...open,
  name: 'cases.preview-entry',
  summary: 'The entry a proposal would write now, and who could approve it; nothing is kept.',
  path: '/desk/cases/preview-entry',
  roles: ['support', 'cashierMaker', 'risk'],
  audits: 'cases.preview-entry',
  readsPersonalData: true,
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('adjustment'),
      user: z.string().trim().min(1).max(64),
      ...adjustment,
    }),
    z.strictObject({ kind: z.literal('houseFunding'), ...houseMoney }),
    z.strictObject({ kind: z.literal('takeOut'), ...houseMoney }),
    z.strictObject({ kind: z.literal('exchangeCover'), ...coverMoney }),
  ]),
  result: z.strictObject({
    /** Whom it is about; null for the house's own money. */
    user: CaseUser.extend({ id: Id }).nullable(),
    entry: CaseEntry,
    deciders: z.array(CaseDecider),
  }),
  failures: [...read, 'not-found', 'case-impossible'],
});

export const openAdjustment = deskEndpoint({
  ...open,
  name: 'cases.open-adjustment',
  summary: 'Proposes to pay a user from the goodwill of the house, or to take a payment back.',
  path: '/desk/cases/adjustment',
  roles: ['support', 'cashierMaker', 'risk'],
  audits: 'cases.open-adjustment',
  body: z.strictObject({ userId: Id, ...adjustment, note }),
  failures: [...read, 'not-found', 'case-impossible'],
});

const ofHouse = {
  ...open,
  roles: ['cashierMaker'],
  body: z.strictObject({ ...houseMoney, reference, note }),
  failures: [...read, 'case-impossible'],
} as const;

export const openHouseFunding = deskEndpoint({
  ...ofHouse,
  name: 'cases.open-house-funding',
  summary: 'Proposes to write down money the operator brought into the house.',
  path: '/desk/cases/house-funding',
  audits: 'cases.open-house-funding',
});

export const openTakeOut = deskEndpoint({
  ...ofHouse,
  name: 'cases.open-take-out',
  summary: 'Proposes to take money of the operator out of the house, never below its floor.',
  path: '/desk/cases/take-out',
  audits: 'cases.open-take-out',
});

export const openExchangeCover = deskEndpoint({
  ...open,
  name: 'cases.open-exchange-cover',
  summary:
    'Proposes to even out what conversions left between the exchange and the capital of an asset.',
  path: '/desk/cases/exchange-cover',
  roles: ['cashierMaker'],
  audits: 'cases.open-exchange-cover',
  body: z.strictObject({ ...coverMoney, note }),
  failures: [...read, 'case-impossible'],
});

export const openParameterChange = deskEndpoint({
  ...open,
  name: 'cases.open-parameter-change',
  summary: 'Proposes a value of a parameter from a day after now on; it is announced once decided.',
  path: '/desk/cases/parameter-change',
  roles: ['risk', 'content', 'cashierMaker'],
  audits: 'cases.open-parameter-change',
  body: z.strictObject({
    key: z.string().max(80),
    value: z.string().max(400),
    from: UnixMsNumber,
    note,
  }),
  failures: [...read, 'parameter-unknown', 'case-impossible'],
});
