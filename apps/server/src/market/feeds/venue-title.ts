/** Words of venues' short names that are not simply capitalised. */
const WORDS: Readonly<Record<string, string>> = {
  okx: 'OKX',
  fxcm: 'FXCM',
  oanda: 'OANDA',
  cme: 'CME',
  comex: 'COMEX',
  eia: 'EIA',
  us: 'US',
  usdm: 'USD-M',
  mt5: 'MT5',
  otc: 'OTC',
  spot: 'spot',
  consolidated: 'consolidated',
  broker: 'broker',
  continuous: 'continuous',
};

/** A venue's short name as people write it: "binance-spot" → "Binance spot". */
export function venueTitle(name: string): string {
  if (name === '') return 'Recording';
  return name
    .split('-')
    .map((word) => WORDS[word] ?? word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
