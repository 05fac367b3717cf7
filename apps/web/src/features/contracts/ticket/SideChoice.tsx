import type { Side } from '@candor/pricing';
import { Price, formatNumber, placesOfStep, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { UpDownArrow, UpDownChoice } from '../../../lib/UpDownChoice.tsx';

/** Most signs of a name and its price that stand beside one another in half a ticket. */
const ONE_LINE_MAX = 13;

/** Buy at the ask or sell at the bid, each with its price. */
export function SideChoice(props: {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly tickSize: string;
}): ReactElement {
  const { side, onSide, bid, ask, tickSize } = props;
  const t = useT();
  const names = { up: t('ticket.buy'), down: t('ticket.sell') };
  // Where one has to stand on two lines both do, so that the prices stay level.
  const price = formatNumber(ask ?? bid, { places: placesOfStep(tickSize) });
  const longest = Math.max(names.up.length, names.down.length) + price.length;
  return (
    <UpDownChoice
      label={t('ticket.side')}
      value={side === 'long' ? 'up' : 'down'}
      onChange={(way) => onSide(way === 'up' ? 'long' : 'short')}
      className={longest > ONE_LINE_MAX ? 'flex-col justify-center' : 'justify-between gap-x-2'}
      renderWay={(way) => (
        <>
          <span className="flex items-center gap-1.5">
            <UpDownArrow way={way} />
            {names[way]}
          </span>
          <Price value={way === 'up' ? ask : bid} tickSize={tickSize} className="font-medium" />
        </>
      )}
    />
  );
}
