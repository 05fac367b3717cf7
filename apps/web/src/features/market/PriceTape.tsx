import type { MarketInfo } from '@candor/protocol/light';
import { CaretDownIcon, Empty, Price, formatNumber, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { sourceName } from '../../lib/source-name.ts';
import { TAPE_MAX, type TapeRow, useTape } from './price-tape.ts';

const CELL = 'h-7 px-5 max-desktop:px-4';
const HEAD = `${CELL} text-xs font-medium text-ink-3`;
const TONES = { [-1]: 'text-down', 0: '', 1: 'text-up' } as const;

/** The last prices of a market as they came: when, at what, and who said so. */
export function PriceTape({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const rows = useTape(info.code);
  if (rows.length === 0) return <Empty title={t('tape.empty')} />;
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('market.tape')}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-start`}>
              {t('tape.time')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('tape.price')}
            </th>
            <th scope="col" className={`${HEAD} text-end`}>
              {t('tape.source')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.tickId} className="border-t border-line">
              <td className={`${CELL} num text-ink-2`}>
                <bdi dir="ltr">{formatTime(row.receivedAt, 'clock')}</bdi>
              </td>
              <td className={`${CELL} text-end ${TONES[row.step]}`}>
                <Step step={row.step} />
                <Price value={row.price} tickSize={info.tickSize} />
              </td>
              <td className={`${CELL} text-end text-ink-2`}>
                <bdi>{sourceName(row.source, t)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-5 py-2 text-xs text-ink-3 max-desktop:px-4">
        {t('tape.note', { count: formatNumber(String(TAPE_MAX)) })}
      </p>
    </>
  );
}

/** An arrow beside the colour; its place stays where the price did not move. */
function Step({ step }: Pick<TapeRow, 'step'>): ReactElement {
  const look = step === 0 ? 'invisible' : step > 0 ? 'rotate-180' : '';
  return <CaretDownIcon size={12} weight="fill" className={`me-1 inline-block ${look}`} />;
}
