import { type Split, shareOfBasis } from '@candor/pricing';
import type { NftShares } from '@candor/protocol/desk-light';
import type { ReactElement } from 'react';
import { exactAmount, shareText } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

const USDT = 'USDT';
const PARTS = ['charity', 'creator', 'house'] as const;

/** What charity, artist and house get of a price: the three are the price, to the unit. */
export function Shares(props: { readonly split: Split; readonly of: NftShares }): ReactElement {
  const { split, of } = props;
  const t = useDeskT();
  return (
    <table className="w-full text-sm">
      <caption className="pb-1 text-start text-xs text-ink-3">
        {t('tokens.shares-of', { amount: exactAmount(of.price, USDT) })}
      </caption>
      <tbody>
        {PARTS.map((part) => (
          <tr key={part} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-normal text-ink-2">
              {t(`tokens.to-${part}`)}
            </th>
            <td className="py-1.5 ps-3 text-end text-ink-3">
              <span className="num">{shareText(shareOfBasis(split[part]))}</span>
            </td>
            <td className="py-1.5 ps-3 text-end font-semibold">
              <span className="num">{exactAmount(of[part], USDT)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
