import type {
  CallInput,
  CallResult,
  OptionOpening,
  OptionOrder,
  OptionPeriod,
  OptionRecord,
} from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { performMoneyCommand } from '../../lib/money-commands.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

/** A page of a list of options. */
export type OptionPage = CallResult<'options.list'>;
/** Filter and page of a list of options. */
export type OptionsQuery = NonNullable<CallInput<'options.list'>['query']>;

/** What an instrument is offered for. */
export function usePeriods(code: string): UseQueryResult<readonly OptionPeriod[]> {
  return useQuery({
    queryKey: queryKeys.optionPeriods(code),
    queryFn: ({ signal }) => ask('options.periods', { params: { code }, signal }),
  });
}

/** One page of the options of the account on screen; not asked while signed out. */
export function useOptions(query: OptionsQuery): UseQueryResult<OptionPage> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionsPage(mode, query),
    read: (params) => ask('options.list', { query, ...params }),
    keepsBefore: true,
  });
}

/** One’s own hit rate in the account on screen. */
export function useOptionRecord(): UseQueryResult<OptionRecord> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionRecord(mode),
    read: (params) => ask('options.record', params),
  });
}

/** Whether options are open to one’s own real account; asked only where it counts. */
export function useOptionOpening(enabled: boolean): UseQueryResult<OptionOpening> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionOpening(mode),
    read: (params) => ask('options.opening', params),
    enabled,
  });
}

/** One option of one’s own. */
export function useOption(id: string): UseQueryResult<OptionOrder> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.option(mode, id),
    read: (params) => ask('options.get', { params: { id }, ...params }),
  });
}

type BuyBody = Omit<NonNullable<CallInput<'options.buy'>['body']>, 'requestId'>;

/** Buys an option; resolves with how the command ended, also when nobody answered. */
export function useBuyOption(onSilence: () => void) {
  const client = useQueryClient();
  const { mode } = useSession();
  return useMutation({
    mutationFn: (body: BuyBody) => performMoneyCommand({ name: 'options.buy', body, onSilence }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.options(mode) });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
    },
  });
}
