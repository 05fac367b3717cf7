import type { OptionOrder } from '@candor/protocol/light';
import { Amount, Num, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { DirectionMark } from './DirectionMark.tsx';
import { OptionState } from './OptionState.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { RESULT_WORDS, middleText, resultNow } from './view.ts';

/** What was bought: the direction and the stake. */
export function OptionName({ option }: { readonly option: OptionOrder }): ReactElement {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <DirectionMark direction={option.direction} />
      <Amount value={option.amount} />
    </span>
  );
}

/** How long it still runs, or where it stands. */
export function OptionNow({ option }: { readonly option: OptionOrder }): ReactElement {
  return option.state === 'running' ? (
    <TimeLeft option={option} className="text-md font-semibold" />
  ) : (
    <OptionState option={option} />
  );
}

/** The line under both: the price it began with, and how it ends now or ended. */
export function OptionBelow(props: {
  readonly option: OptionOrder;
  readonly tickSize: string;
  /** The middle of the latest price; null without one. */
  readonly mark: string | null;
}): ReactElement {
  const { option, tickSize, mark } = props;
  const t = useT();
  return (
    <>
      <span>
        {t('options.opened-at')} <Num>{middleText(option.openPrice, tickSize)}</Num>
      </span>
      {option.state === 'running' ? (
        <RunningResult option={option} mark={option.paused ? null : mark} />
      ) : (
        <End option={option} state={option.state} />
      )}
    </>
  );
}

/** What came of it: money, or why the stake came back. */
function End(props: {
  readonly option: OptionOrder;
  readonly state: Exclude<OptionOrder['state'], 'running'>;
}): ReactElement {
  const { option, state } = props;
  const t = useT();
  if (state === 'tie' || state === 'void') return <span>{t(RESULT_WORDS[state])}</span>;
  return <Amount value={option.profit} signed className="font-semibold" />;
}

/** How it would end at the price on screen: words, never colour alone. */
function RunningResult(props: {
  readonly option: OptionOrder;
  readonly mark: string | null;
}): ReactElement | null {
  const t = useT();
  const now = resultNow(props.option, props.mark);
  if (now === null) return null;
  if (now === 'tie') return <span>{t('options.now-level')}</span>;
  return now === 'won' ? (
    <span className="text-up">{t('options.now-ahead')}</span>
  ) : (
    <span className="text-down">{t('options.now-behind')}</span>
  );
}
