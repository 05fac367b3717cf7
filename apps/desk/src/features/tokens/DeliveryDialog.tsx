import { CASE_NOTE_MAX, type DeskToken, NFT_HASH_PATTERN } from '@candor/protocol/desk-light';
import { Dialog, Note, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { useDeskT } from '../../lib/texts.ts';

/** Says by which transaction a token on a chain went to its buyer. */
export function DeliveryDialog(props: {
  readonly of: DeskToken;
  readonly onClose: () => void;
}): ReactElement {
  const { token, address } = props.of;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [hash, setHash] = useState('');
  const isHash = NFT_HASH_PATTERN.test(hash);
  const isRefused = refused === 'hash';
  return (
    <Dialog open onClose={props.onClose} title={t('tokens.deliver-of', { title: token.title })}>
      <Note className="mt-3">
        {t('tokens.rule-deliver', { chain: t(`case.network-${token.chain ?? 'ethereum'}`) })}
        <span className="mono mt-1 block text-xs break-all">{address}</span>
      </Note>
      <ProposalForm
        of={proposal}
        isReady={isHash}
        people={1}
        reason={{ label: t('tokens.note'), max: CASE_NOTE_MAX }}
        problem={isRefused ? null : command.problem}
        send={(note) =>
          command.send('tokens.propose-delivery', {
            params: { id: token.id },
            body: { hash, note },
          })
        }
        onDone={props.onClose}
      >
        <TextInput
          label={t('tokens.field-hash')}
          name="hash"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={70}
          value={hash}
          error={isRefused || (isTried && !isHash) ? t('tokens.fault-hash') : null}
          onChange={({ target }) => {
            command.clear();
            setHash(target.value.trim().toLowerCase());
          }}
        />
      </ProposalForm>
    </Dialog>
  );
}
