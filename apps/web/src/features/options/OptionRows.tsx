import type { OptionOrder } from '@candor/protocol/light';
import { Amount, Button, Num, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Fact, Facts, OpeningRow, RowFoot } from '../../lib/OpeningRow.tsx';
import { OptionDialog } from './OptionDialog.tsx';
import { OptionBelow, OptionName, OptionNow } from './OptionLines.tsx';
import { useOptionsHere } from './running.ts';
import { middleText, shareText } from './view.ts';

/** What runs on one market and how the last ones ended, on a phone: rows of two lines that open. */
export function OptionRows(props: {
  readonly code: string;
  readonly tickSize: string;
  /** The middle of the latest price; null without one. */
  readonly mark: string | null;
}): ReactElement | null {
  const { code, tickSize, mark } = props;
  const t = useT();
  const options = useOptionsHere(code);
  const [opened, setOpened] = useState<OptionOrder | null>(null);
  if (options.length === 0) return null;
  return (
    <section aria-label={t('options.here')}>
      <h2 className="mb-2 px-1 text-base tracking-normal">{t('options.here')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {options.map((option) => (
          <li key={option.id}>
            <OpeningRow
              title={
                <h3 className="text-base tracking-normal">
                  <OptionName option={option} />
                </h3>
              }
              figure={<OptionNow option={option} />}
              below={<OptionBelow option={option} tickSize={tickSize} mark={mark} />}
            >
              <Terms option={option} tickSize={tickSize} />
              <RowFoot order={option}>
                <Button
                  variant="secondary"
                  size="md"
                  aria-haspopup="dialog"
                  onClick={() => setOpened(option)}
                >
                  {t('options.details')}
                </Button>
              </RowFoot>
            </OpeningRow>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <OptionDialog option={opened} tickSize={tickSize} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

function Terms(props: { readonly option: OptionOrder; readonly tickSize: string }): ReactElement {
  const { option, tickSize } = props;
  const t = useT();
  return (
    <Facts>
      <Fact name={t('options.if-wins')}>
        <Amount value={option.payout} asset={null} />
      </Fact>
      <Fact name={t('options.rate')}>
        <Num>{`+${shareText(option.rate)}`}</Num>
      </Fact>
      {option.closePrice !== undefined && (
        <Fact name={t('options.settled-at')}>
          <Num>{middleText(option.closePrice, tickSize)}</Num>
        </Fact>
      )}
      <Fact name={t('options.ends-at')}>
        <bdi>{formatTime(option.settleAt, 'short')}</bdi>
      </Fact>
    </Facts>
  );
}
