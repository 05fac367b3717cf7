import { Button, Note, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ModeDialog } from '../../features/accounts/ModeDialog.tsx';

/** Practice money is not lent: how to get to the account that borrows. @source seed §5 */
export function ToReal(): ReactElement {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const change = (
    <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
      {t('mode.confirm-real')}
    </Button>
  );
  return (
    <>
      <Note title={t('message.switch-to-real')} action={change}>
        {t('loan.demo')}
      </Note>
      <ModeDialog to="real" open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}
