import { CASE_NOTE_MAX, type DeskToken, NFT_REASON_MAX } from '@candor/protocol/desk-light';
import { Dialog, Note, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

/** Proposes to take a token off sale; who leads gets everything back. */
export function CancelDialog(props: {
  readonly of: DeskToken;
  readonly onClose: () => void;
}): ReactElement {
  const { token, holder } = props.of;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried } = proposal;
  const [reason, setReason] = useState('');
  const said = reason.trim();
  const back = holder === null || token.currentBid === null ? null : token.currentBid;
  return (
    <Dialog open onClose={props.onClose} title={t('tokens.cancel-of', { title: token.title })}>
      <Note className="mt-3">
        {back === null
          ? t('tokens.rule-cancel')
          : t('tokens.rule-cancel-bid', {
              amount: exactAmount(back, 'USDT'),
              username: holder?.username ?? '',
            })}
      </Note>
      <ProposalForm
        of={proposal}
        isReady={said !== ''}
        reason={{ label: t('tokens.note'), max: CASE_NOTE_MAX }}
        problem={command.problem}
        send={(note) =>
          command.send('tokens.propose-cancel', {
            params: { id: token.id },
            body: { reason: said, note },
          })
        }
        onDone={props.onClose}
      >
        <TextInput
          label={t('tokens.cancel-reason')}
          name="public-reason"
          autoComplete="off"
          maxLength={NFT_REASON_MAX}
          value={reason}
          error={isTried && said === '' ? t('sign-in.missing') : null}
          onChange={({ target }) => {
            command.clear();
            setReason(target.value);
          }}
        />
      </ProposalForm>
    </Dialog>
  );
}
