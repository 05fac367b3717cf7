import type { AssetHolding, CashierTerms } from '@candor/protocol/light';
import { Amount, Button, Card, Disc, SourceLine, StatusChip, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { Waiting } from '../../lib/Paged.tsx';
import { failureOf } from '../../lib/query.ts';
import { sourceName } from '../../lib/source-name.ts';
import { useAssets, useTerms } from './api.ts';

function Mark({ holding }: { readonly holding: AssetHolding }): ReactElement | null {
  const t = useT();
  const { asset, mark } = holding;
  if (asset === 'USDT') return null;
  if (mark === null) return <SourceLine state="none">{t('balance.no-price')}</SourceLine>;
  return (
    <SourceLine state={mark.isFresh ? 'unchecked' : 'stale'}>
      {t('balance.mark', {
        source: `\u2068${sourceName(mark.source, t)}\u2069`,
        when: formatTime(mark.at, 'clock'),
      })}
    </SourceLine>
  );
}

function OneAsset(props: {
  readonly holding: AssetHolding;
  readonly terms: readonly CashierTerms[] | undefined;
  readonly onRecords: () => void;
}): ReactElement {
  const { holding, terms, onRecords } = props;
  const t = useT();
  const { asset, amount, cash, value } = holding;
  const own = terms?.filter((one) => one.asset === asset);
  const isClosed = own !== undefined && !own.some((one) => one.depositOpen || one.withdrawOpen);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-5 py-4 first:border-t-0 max-desktop:px-4">
      <Disc code={asset} />
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{asset}</bdi>
        </p>
        <p className="text-sm break-words text-ink-3">
          {t('balance.free')} <Amount value={cash} asset={asset} />
        </p>
      </div>
      <div className="grid justify-items-end text-end">
        <Amount value={amount} asset={asset} className="font-semibold" />
        {asset !== 'USDT' && (
          <span className="text-sm text-ink-2">
            <Amount value={value} />
          </span>
        )}
      </div>
      <div className="col-span-3 flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {isClosed && <StatusChip icon="clock">{t('message.not-yet-open')}</StatusChip>}
        <Mark holding={holding} />
        <Button variant="ghost" size="sm" className="ms-auto -me-3" onClick={onRecords}>
          {t('balance.statement-of', { asset })}
        </Button>
      </div>
    </li>
  );
}

/** Each asset of the account: what there is of it, what of that is free, and what it is worth. */
export function AssetList(props: {
  /** Shows the statement of one asset. */
  readonly onRecords: (asset: AssetHolding['asset']) => void;
}): ReactElement {
  const t = useT();
  const assets = useAssets();
  const terms = useTerms();
  const failure = failureOf(assets.error);
  return (
    <Card>
      <h2 className="px-5 pt-5 text-lg max-desktop:px-4">{t('balance.assets')}</h2>
      {assets.data !== undefined ? (
        <ul className="mt-2">
          {assets.data.map((holding) => (
            <OneAsset
              key={holding.asset}
              holding={holding}
              terms={terms.data}
              onRecords={() => props.onRecords(holding.asset)}
            />
          ))}
        </ul>
      ) : failure === null ? (
        <Waiting rows={3} className="grid gap-4 p-5" />
      ) : (
        <ReadFailed
          className="m-5"
          title={t('balance.assets-failed')}
          failure={failure}
          onRetry={() => void assets.refetch()}
        />
      )}
    </Card>
  );
}
