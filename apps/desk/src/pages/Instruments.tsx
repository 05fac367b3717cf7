import { Button, PlusIcon } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { InstrumentsView } from '../features/instruments/InstrumentsView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** What can be traded. */
export function Instruments(): ReactElement {
  const t = useDeskT();
  const mayAct = useMember().roles.includes('risk');
  const [isAdding, setIsAdding] = useState(false);
  const aside = mayAct ? (
    <Button size="sm" onClick={() => setIsAdding(true)}>
      <PlusIcon size={16} />
      {t('instruments.add')}
    </Button>
  ) : null;
  return (
    <PageFrame title={t('nav.instruments')} aside={aside} fills>
      <InstrumentsView isAdding={isAdding} onAdded={() => setIsAdding(false)} />
    </PageFrame>
  );
}
