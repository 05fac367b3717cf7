import { CASE_NOTE_MAX, type DeskCharity, type DeskCreator } from '@candor/protocol/desk-light';
import { Dialog, Note, SelectField, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount, isAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

const ACCOUNTS = ['outside', 'tron'] as const;
const HASH = /^[0-9a-f]{64}$/;
const LINE_MAX = 120;
const NAMED = ['amount', 'reference', 'receipt', 'receiptSha256'] as const;
type Named = (typeof NAMED)[number];

/** Who is paid: a charity what is held for it, or an artist what is owed to them. */
export type Paid =
  | { readonly to: 'charity'; readonly of: DeskCharity }
  | { readonly to: 'creator'; readonly of: DeskCreator };

/** Proposes to write down what was paid to a charity or to an artist, with the receipt. */
export function PayoutDialog(props: {
  readonly paid: Paid;
  readonly onClose: () => void;
}): ReactElement {
  const { paid, onClose } = props;
  const { to, of } = paid;
  const left = paid.to === 'charity' ? paid.of.held : paid.of.owed;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [account, setAccount] = useState<(typeof ACCOUNTS)[number]>('outside');
  const [said, setSaid] = useState({ amount: '', reference: '', receipt: '', receiptSha256: '' });
  const fits: Record<Named, boolean> = {
    amount: isAmount(said.amount) && !/^[0.]+$/.test(said.amount),
    reference: said.reference.trim() !== '',
    receipt: said.receipt.trim() !== '',
    receiptSha256: said.receiptSha256 === '' || HASH.test(said.receiptSha256),
  };
  const faultAt = (field: Named): string | null => {
    if (refused === field) {
      return field === 'amount' && to === 'creator'
        ? t('creators.refused-amount')
        : t(`charities.refused-${field}`);
    }
    return isTried && !fits[field] ? t(`charities.fault-${field}`) : null;
  };
  const line = (field: Named): ReactElement => (
    <TextInput
      label={
        field === 'receipt' && to === 'creator'
          ? t('creators.field-receipt')
          : t(`charities.field-${field}`)
      }
      name={field}
      autoComplete="off"
      spellCheck={false}
      inputMode={field === 'amount' ? 'decimal' : undefined}
      maxLength={LINE_MAX}
      help={field === 'receiptSha256' ? t('charities.sha256-help') : undefined}
      value={said[field]}
      error={faultAt(field)}
      onChange={({ target }) => {
        command.clear();
        const isWord = field === 'amount' || field === 'receiptSha256';
        setSaid({ ...said, [field]: isWord ? target.value.trim().toLowerCase() : target.value });
      }}
    />
  );
  return (
    <Dialog open onClose={onClose} title={t('charities.pay-out-to', { name: of.name })}>
      <Note className="mt-3">
        {t(to === 'charity' ? 'charities.rule-pay-out' : 'creators.rule-pay-out', {
          amount: exactAmount(left, 'USDT'),
        })}
      </Note>
      <ProposalForm
        of={proposal}
        isReady={NAMED.every((field) => fits[field])}
        reason={{ label: t('tokens.note'), max: CASE_NOTE_MAX }}
        problem={NAMED.some((field) => field === refused) ? null : command.problem}
        send={(note) => {
          const { amount, receiptSha256 } = said;
          const params = { id: of.id };
          const body = {
            ...{ amount, note },
            reference: said.reference.trim(),
            receipt: said.receipt.trim(),
            receiptSha256: receiptSha256 === '' ? null : receiptSha256,
          };
          return to === 'creator'
            ? command.send('tokens.propose-creator-payout', { params, body })
            : command.send('tokens.propose-payout', { params, body: { ...body, account } });
        }}
        onDone={onClose}
      >
        {line('amount')}
        {to === 'charity' && (
          <SelectField
            label={t('charities.field-account')}
            value={account}
            choices={ACCOUNTS.map((value) => ({ value, label: accountName(`world:${value}`, t) }))}
            onChange={setAccount}
          />
        )}
        {line('reference')}
        {line('receipt')}
        {line('receiptSha256')}
      </ProposalForm>
    </Dialog>
  );
}
