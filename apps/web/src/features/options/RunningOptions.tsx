import type { OptionOrder } from '@candor/protocol/light';
import { Amount, Num, cardClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { DirectionMark } from './DirectionMark.tsx';
import { OptionDialog } from './OptionDialog.tsx';
import { OptionState } from './OptionState.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useOptions } from './api.ts';
import { useRunningOptions } from './running.ts';
import { RESULT_WORDS, middleText, resultNow } from './view.ts';

/** How many of the last ends stand under those that run. */
const ENDS_SHOWN = 3;
const NONE: readonly OptionOrder[] = [];

/** What runs on one market with its count-down, and how the last ones ended. */
export function RunningOptions(props: {
  readonly code: string;
  readonly tickSize: string;
  /** The middle of the latest price; null without one. */
  readonly mark: string | null;
  /** On a ground of its own, as the parts of a phone's page are. */
  readonly isCard?: boolean;
}): ReactElement | null {
  const { code, tickSize, mark, isCard = false } = props;
  const t = useT();
  const running = (useRunningOptions().data?.records ?? NONE).filter((one) => one.code === code);
  const ended = useOptions({ status: 'closed', code, size: ENDS_SHOWN }).data?.records ?? NONE;
  const [opened, setOpened] = useState<OptionOrder | null>(null);
  if (running.length === 0 && ended.length === 0) return null;
  return (
    <section
      aria-label={t('options.here')}
      className={`grid gap-2 ${isCard ? `p-4 ${cardClass}` : 'border-t border-line pt-3'}`}
    >
      <h3 className="text-sm">{t('options.here')}</h3>
      <ul className="grid gap-2">
        {[...running, ...ended].map((option) => (
          <li key={option.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(option)}
              className="grid w-full gap-1 rounded-md border border-line px-3 py-2 text-start text-sm hover:bg-hover"
            >
              <Row option={option} tickSize={tickSize} mark={mark} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <OptionDialog option={opened} tickSize={tickSize} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

function Row(props: {
  readonly option: OptionOrder;
  readonly tickSize: string;
  readonly mark: string | null;
}): ReactElement {
  const { option, tickSize, mark } = props;
  const t = useT();
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-2">
          <DirectionMark direction={option.direction} />
          <Amount value={option.amount} />
        </span>
        {option.state === 'running' ? (
          <TimeLeft option={option} className="text-md font-semibold" />
        ) : (
          <OptionState option={option} />
        )}
      </span>
      <span className="flex items-center justify-between gap-2 text-xs text-ink-3">
        <span>
          {t('options.opened-at')} <Num>{middleText(option.openPrice, tickSize)}</Num>
        </span>
        {option.state === 'running' ? (
          <RunningResult option={option} mark={option.paused ? null : mark} />
        ) : (
          <End option={option} state={option.state} />
        )}
      </span>
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
