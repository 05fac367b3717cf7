import type { MessageKey } from '@candor/locales';
import type { Statistic } from '@candor/protocol/light';
import { DASH, formatNumber, formatShort, shiftDecimal } from '@candor/ui';

/** One tile of the home page. */
export type Tile = {
  readonly key: 'fee' | 'markets' | 'traded' | 'accounts';
  readonly label: MessageKey;
  readonly note: MessageKey;
  /** On phones. */
  readonly noteShort: MessageKey;
  /** What was counted for it, the figure itself first. */
  readonly counts: readonly Statistic['key'][];
  readonly value: string;
  readonly unit: string;
  /** What fills the note. */
  readonly noteValues: Readonly<Record<string, string>>;
  readonly asOf: number | null;
};

/** Finds one figure's value; null when it was not counted or did not arrive. */
export function figure(
  statistics: readonly Statistic[] | null,
  key: Statistic['key'],
): Statistic | null {
  return statistics?.find((statistic) => statistic.key === key) ?? null;
}

/** Whole digits up to which a volume is shown to the cent; more of them need no cents. */
const CENTS_TO_DIGITS = 4;

/** A volume as a tile has room for it. */
export function shortVolume(value: string | null): ReturnType<typeof formatShort> {
  const wholeDigits = value?.split('.')[0]?.length ?? 0;
  const isSmall = wholeDigits <= CENTS_TO_DIGITS && /[1-9]/.test(value ?? '');
  return formatShort(value, { places: isSmall ? 2 : 0 });
}

function percent(share: string | null): string {
  return share === null ? DASH : formatNumber(shiftDecimal(share, 2), { places: 2 });
}

/**
 * The four tiles: fee, markets, traded volume, accounts. A figure that was not counted is a dash;
 * nothing here is written down anywhere but in its query.
 *
 * @source PRODUCT 15 "Home tiles", H4
 */
export function tilesOf(statistics: readonly Statistic[] | null): readonly Tile[] {
  const valueOf = (key: Statistic['key']): string | null => figure(statistics, key)?.value ?? null;
  const asOf = (key: Statistic['key']): number | null => figure(statistics, key)?.asOf ?? null;
  const fee = percent(valueOf('feeRate'));
  const cap = percent(valueOf('feeRateCap'));
  const traded = shortVolume(valueOf('traded24h'));
  return [
    {
      key: 'fee',
      label: 'home.stat-fee',
      note: 'home.stat-fee-note',
      noteShort: 'home.stat-fee-note-short',
      counts: ['feeRate', 'feeRateCap'],
      value: fee,
      unit: fee === DASH ? '' : '%',
      noteValues: { cap: cap === DASH ? DASH : `${cap}%` },
      asOf: asOf('feeRate'),
    },
    {
      key: 'markets',
      label: 'home.stat-markets',
      note: 'home.stat-markets-note',
      noteShort: 'home.stat-markets-note-short',
      counts: ['markets', 'cryptoMarkets'],
      value: formatNumber(valueOf('markets')),
      unit: '',
      noteValues: { crypto: formatNumber(valueOf('cryptoMarkets')) },
      asOf: asOf('markets'),
    },
    {
      key: 'traded',
      label: 'home.stat-traded',
      note: 'home.stat-traded-note',
      noteShort: 'home.stat-traded-note-short',
      counts: ['traded24h', 'traded24hDemo'],
      value: traded.value,
      unit: traded.value === DASH ? '' : `${traded.unit} USDT`.trim(),
      noteValues: {},
      asOf: asOf('traded24h'),
    },
    {
      key: 'accounts',
      label: 'home.stat-accounts',
      note: 'home.stat-accounts-note',
      noteShort: 'home.stat-accounts-note',
      counts: ['accounts'],
      value: formatNumber(valueOf('accounts')),
      unit: '',
      noteValues: {},
      asOf: asOf('accounts'),
    },
  ];
}
