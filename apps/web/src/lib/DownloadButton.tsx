import type { MessageKey } from '@candor/locales';
import type { CallInput } from '@candor/protocol/light';
import { Button, ErrorNote, formatNumber, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { download } from './download.ts';
import { failureText } from './failure-text.ts';
import type { CallFailure } from './http.ts';

/** Lists that may be taken away as a file. */
type FileCall = 'portfolio.transactions' | 'portfolio.export-orders' | 'nft.donations-file';

/** Puts a list into the downloads; what goes wrong is said under it. */
export function DownloadButton<Name extends FileCall>(props: {
  readonly call: Name;
  readonly query: NonNullable<CallInput<Name>['query']>;
  readonly variant?: 'primary' | 'secondary';
  /** What it says; CSV where nothing is named. */
  readonly textKey?: MessageKey;
  readonly onDone?: () => void;
}): ReactElement {
  const { call, query, variant = 'secondary', textKey = 'records.download', onDone } = props;
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const act = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    const made = await download(call, { query } as CallInput<Name>);
    setIsBusy(false);
    if (!made.ok) return setFailure(made.failure);
    toast({ title: t('records.downloaded', { name: `\u2068${made.value}\u2069` }) });
    onDone?.();
  };
  const { rows, max } = (failure?.name === 'unreadable' && failure.facts) || {};
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={variant}
        busy={isBusy ? t('records.downloading') : undefined}
        onClick={() => void act()}
      >
        {t(textKey)}
      </Button>
      {failure !== null && (
        <ErrorNote title={t('records.download-failed')}>
          {rows === undefined
            ? failureText(failure, t)
            : t('records.too-many', { rows: formatNumber(rows), max: formatNumber(max) })}
        </ErrorNote>
      )}
    </div>
  );
}
