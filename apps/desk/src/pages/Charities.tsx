import type { DeskCharity } from '@candor/protocol/desk-light';
import { Button, Empty } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CharityCard } from '../features/tokens/CharityCard.tsx';
import { CharityDialog } from '../features/tokens/CharityDialog.tsx';
import { PayoutDialog } from '../features/tokens/PayoutDialog.tsx';
import { PayoutList } from '../features/tokens/PayoutList.tsx';
import { useTokenRights } from '../features/tokens/may.ts';
import { useCharities } from '../features/tokens/tokens-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { useDeskT } from '../lib/texts.ts';

type Opened = { readonly payOutTo: DeskCharity | null };

/** Beneficiaries of tokens: register, agreement, raised − paid out = held, and what was paid to them. */
export function Charities(): ReactElement {
  const t = useDeskT();
  const may = useTokenRights();
  const charities = useCharities();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <PageFrame
      title={t('nav.charities')}
      aside={
        may.propose && (
          <Button size="sm" onClick={() => setOpened({ payOutTo: null })}>
            {t('charities.new')}
          </Button>
        )
      }
    >
      <Waits of={charities}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={t('charities.none')} className="px-0">
              {t('charities.none-text')}
            </Empty>
          ) : (
            <>
              {records.map((one) => (
                <CharityCard
                  key={one.id}
                  of={one}
                  onPayOut={
                    may.payOut && one.heldSince !== null ? () => setOpened({ payOutTo: one }) : null
                  }
                />
              ))}
              <PayoutList charities={records} />
            </>
          )
        }
      </Waits>
      {opened !== null &&
        (opened.payOutTo === null ? (
          <CharityDialog onClose={close} />
        ) : (
          <PayoutDialog of={opened.payOutTo} onClose={close} />
        ))}
    </PageFrame>
  );
}
