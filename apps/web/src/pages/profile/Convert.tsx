import { Button, Card, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ModeDialog } from '../../features/accounts/ModeDialog.tsx';
import { ConvertForm } from '../../features/exchange/ConvertForm.tsx';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';

/** Practice money is not converted: how to get to the account that is. */
function Practice(): ReactElement {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  return (
    <Card className="p-6 max-desktop:p-4">
      <p className="mb-3 text-ink-2">{t('exchange.practice')}</p>
      <Button onClick={() => setAsked(true)}>{t('mode.confirm-real')}</Button>
      <ModeDialog to="real" open={isAsked} onClose={() => setAsked(false)} />
    </Card>
  );
}

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  return (
    <div className="mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.convert-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('page.convert-text')}</p>
      </div>
      {mode === 'real' ? <ConvertForm /> : <Practice />}
    </div>
  );
}

/** USDT, BTC and ETH into one another. */
export function Convert(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
