import { DAY_MS } from '@candor/kernel';
import { type DeskCallResult, NFT_AUCTION_DAYS_MAX } from '@candor/protocol/desk-light';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** How often what bids change is asked for while it is looked at. @units milliseconds */
const POLL_MS = 15_000;
/** Rows a page of tokens or pay-outs has. */
export const LIST_PAGE = 50;

/** What the list of tokens can be narrowed to. */
export const TOKEN_LISTS = [
  'open',
  'toDeliver',
  'sold',
  'delivered',
  'closed',
  'cancelled',
] as const;
export type TokenList = (typeof TOKEN_LISTS)[number];

/** A page of tokens in a state. */
export function useTokens(
  state: TokenList,
  page: number,
): UseQueryResult<DeskCallResult<'tokens.list'>> {
  return useQuery({
    queryKey: ['tokens', 'list', state, page],
    queryFn: ({ signal }) =>
      ask('tokens.list', { query: { state, page: String(page), size: String(LIST_PAGE) }, signal }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** A token with its bids and who leads on it or owns it. */
export function useToken(id: string): UseQueryResult<DeskCallResult<'tokens.get'>> {
  return useQuery({
    queryKey: ['tokens', 'one', id],
    queryFn: ({ signal }) => ask('tokens.get', { params: { id }, signal }),
    // Each answer names a user, and is a row of the audit log.
    refetchOnWindowFocus: false,
  });
}

/** Auctions by their end, from the beginning of a day on: as far ahead as the longest may run. */
export function useCalendar(from: number): UseQueryResult<DeskCallResult<'tokens.calendar'>> {
  const to = from + (NFT_AUCTION_DAYS_MAX + 1) * DAY_MS;
  return useQuery({
    queryKey: ['tokens', 'calendar', from],
    queryFn: ({ signal }) =>
      ask('tokens.calendar', { query: { from: String(from), to: String(to) }, signal }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** Beneficiaries with their figures. */
export function useCharities(): UseQueryResult<DeskCallResult<'tokens.charities'>> {
  return useQuery({
    queryKey: ['tokens', 'charities'],
    queryFn: ({ signal }) => ask('tokens.charities', { signal }),
  });
}

/** A page of what was paid out, to one charity or to all. */
export function usePayouts(
  charity: string,
  page: number,
  size = LIST_PAGE,
): UseQueryResult<DeskCallResult<'tokens.payouts'>> {
  const query = { page: String(page), size: String(size), ...(charity === '' ? {} : { charity }) };
  return useQuery({
    queryKey: ['tokens', 'payouts', query],
    queryFn: ({ signal }) => ask('tokens.payouts', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What is read of single people: each answer is a row of the audit log. */
const OF_PEOPLE = { refetchOnWindowFocus: false, placeholderData: keepPreviousData } as const;

/** A page of the artists something is owed to. */
export function useOwed(page: number): UseQueryResult<DeskCallResult<'tokens.creators'>> {
  const query = { page: String(page), size: String(LIST_PAGE) };
  return useQuery({
    queryKey: ['tokens', 'creators', query],
    queryFn: ({ signal }) => ask('tokens.creators', { query, signal }),
    ...OF_PEOPLE,
  });
}

/** One artist with what is owed to them. */
export function useCreator(id: string): UseQueryResult<DeskCallResult<'tokens.creators'>> {
  return useQuery({
    queryKey: ['tokens', 'creators', id],
    queryFn: ({ signal }) => ask('tokens.creators', { query: { id }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** A page of what was paid to one artist or to all. */
export function useCreatorPayouts(
  creator: string,
  page: number,
  size = LIST_PAGE,
): UseQueryResult<DeskCallResult<'tokens.creator-payouts'>> {
  const query = { page: String(page), size: String(size), ...(creator === '' ? {} : { creator }) };
  return useQuery({
    queryKey: ['tokens', 'creator-payouts', query],
    queryFn: ({ signal }) => ask('tokens.creator-payouts', { query, signal }),
    ...OF_PEOPLE,
  });
}

/** A picture of a token as the desk's own server shows it. */
export const pictureAt = (url: string): string =>
  `/desk/token-pictures/${url.split('/').at(-1) ?? ''}`;
