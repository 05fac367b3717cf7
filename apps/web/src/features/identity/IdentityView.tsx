import type { Identification } from '@candor/protocol/light';
import { Button, Card, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Waiting } from '../../lib/Paged.tsx';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { AddressProof } from './AddressProof.tsx';
import { IdentitySteps } from './IdentitySteps.tsx';
import { Looks } from './Looks.tsx';
import { StatePanel } from './StatePanel.tsx';
import { useIdentification } from './api.ts';

/** What was rejected, and the way to send that again. */
function Failed({ identification }: { readonly identification: Identification }): ReactElement {
  const t = useT();
  const [isAgain, setAgain] = useState(false);
  if (isAgain) return <IdentitySteps identification={identification} />;
  return (
    <StatePanel
      identification={identification}
      action={
        <Button size="lg" wide onClick={() => setAgain(true)}>
          {t('identity.send-again')}
        </Button>
      }
    />
  );
}

type ViewProps = {
  /** Leads on to what a verified user wanted to do. */
  readonly onward?: ReactNode;
};

function Now(props: ViewProps & { readonly identification: Identification }): ReactElement {
  const { identification, onward } = props;
  const { state, decidedAt } = identification;
  if (state === 'none') return <IdentitySteps identification={identification} />;
  if (state === 'failed') return <Failed key={decidedAt} identification={identification} />;
  return (
    <>
      <StatePanel
        identification={identification}
        action={state === 'verified' ? onward : undefined}
      />
      {state === 'verified' && <AddressProof identification={identification} />}
    </>
  );
}

/** The user's identification: asked for, on its way, decided. */
export function IdentityView({ onward }: ViewProps): ReactElement {
  const found = useIdentification();
  const failure = failureOf(found.error);
  if (found.data !== undefined) {
    const hasSent = found.data.state !== 'none';
    return (
      <>
        <Now identification={found.data} onward={onward} />
        {hasSent && <Looks />}
      </>
    );
  }
  if (failure !== null) {
    return (
      <Card className="p-5">
        <ReadFailed failure={failure} onRetry={() => void found.refetch()} />
      </Card>
    );
  }
  return <Waiting rows={5} className="grid gap-4" />;
}
