import { CASE_KINDS } from '@candor/protocol/desk-light';
import type { ReactElement } from 'react';
import { NarrowSelect, TypedSearch } from '../../lib/Narrowing.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { QUEUE_STATES, type QueueFilter } from './queue.ts';

/** Text, kind and state by which the queue is narrowed; the address keeps them. */
export function QueueFilters(props: {
  readonly filter: QueueFilter;
  readonly onNarrow: (change: Partial<QueueFilter>) => void;
}): ReactElement {
  const { filter, onNarrow } = props;
  const t = useDeskT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_112px_112px] gap-2 max-desktop:grid-cols-2">
      <TypedSearch
        label={t('queue.search')}
        asked={filter.q ?? ''}
        onAsk={(q) => onNarrow({ q })}
        className="max-desktop:col-span-2"
      />
      <NarrowSelect
        label={t('queue.kind')}
        value={filter.kind ?? ''}
        onChange={(kind) => onNarrow({ kind: kind === '' ? undefined : kind })}
        choices={[
          { value: '', text: t('queue.every-kind') },
          ...CASE_KINDS.map((kind) => ({ value: kind, text: t(`case.kinds-${kind}`) })),
        ]}
      />
      <NarrowSelect
        label={t('queue.state')}
        value={filter.state}
        onChange={(state) => onNarrow({ state })}
        choices={QUEUE_STATES.map((state) => ({ value: state, text: t(`queue.state-${state}`) }))}
      />
    </div>
  );
}
