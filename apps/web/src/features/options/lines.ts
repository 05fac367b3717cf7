import type { Translate } from '@candor/locales';
import type { OptionOrder } from '@candor/protocol/light';
import { formatNumber } from '@candor/ui';
import { DIRECTION_LABELS, middleText } from './view.ts';

/** The price an option opened at, for a chart. */
export type OptionPriceLine = {
  readonly id: string;
  /** For drawing only. */
  readonly price: number;
  readonly priceText: string;
  readonly label: string;
  readonly tone: 'entry';
};

/** The opening prices of the options that run on one instrument, as chart lines. */
export function optionPriceLines(
  options: readonly OptionOrder[],
  facts: { readonly code: string; readonly tickSize: string; readonly t: Translate },
): OptionPriceLine[] {
  const { code, tickSize, t } = facts;
  return options
    .filter((option) => option.code === code && option.status === 'running')
    .map((option) => ({
      id: `${option.id}-option`,
      price: +option.openPrice,
      priceText: middleText(option.openPrice, tickSize),
      label: t('options.line', {
        direction: t(DIRECTION_LABELS[option.direction]),
        stake: formatNumber(option.amount),
      }),
      tone: 'entry' as const,
    }));
}
