import { STAFF_FREEZE_REASONS, type StaffFreezeReason } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, SelectField, TextArea, toast } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useWallTime } from '../../lib/clock.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useUserChanged } from './users-api.ts';

/** What a member does to an account. */
export type UserCommand =
  | 'note'
  | 'freeze'
  | 'unfreeze'
  | 'demo-off'
  | 'demo-on'
  | 'disable'
  | 'enable';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const DAYS = { freeze: [1, 3, 7, 14, 30], disable: [7, 30, 90, 180, 365] } as const;
const TEXT_MAX = { note: 4_000, reason: 400 } as const;

const hasEnd = (act: UserCommand): act is keyof typeof DAYS =>
  act === 'freeze' || act === 'disable';

/** Asks for what a command needs: a reason, an end, or the text of a note; none of them is money. */
export function CommandDialog(props: {
  readonly act: UserCommand;
  readonly id: string;
  readonly onClose: () => void;
}): ReactElement {
  const { act, id, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const changed = useUserChanged(id);
  const now = useWallTime(SECOND_MS);
  const [text, setText] = useState('');
  const [code, setCode] = useState<StaffFreezeReason>('account-safety');
  const [days, setDays] = useState<number>(hasEnd(act) ? DAYS[act][0] : 1);
  const isNote = act === 'note';
  const reason = text.trim();

  async function send(): Promise<string | null> {
    const params = { id };
    const until = now + days * DAY_MS;
    if (act === 'disable') {
      const sent = await command.send('users.propose-disabling', {
        params,
        body: { reason, until },
      });
      return sent === null ? null : t('users.proposed', { number: sent.value.number });
    }
    const sent = await (act === 'note'
      ? command.send('users.note', { params, body: { text: reason } })
      : act === 'freeze'
        ? command.send('users.freeze', { params, body: { reason: code, until } })
        : act === 'unfreeze'
          ? command.send('users.unfreeze', { params, body: { reason } })
          : act === 'enable'
            ? command.send('users.enable', { params, body: { reason } })
            : command.send('users.set-demo', {
                params,
                body: { isOn: act === 'demo-on', reason },
              }));
    return sent === null ? null : t(isNote ? 'users.added' : 'users.done');
  }
  const run = async (): Promise<void> => {
    const title = await send();
    if (title === null) return;
    changed();
    toast({ title });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isNote ? 'users.note' : `users.act-${act}`)}
      actions={
        <Button
          disabled={act !== 'freeze' && reason === ''}
          busy={command.isBusy ? t('users.sending') : undefined}
          onClick={() => void run()}
        >
          {t(isNote ? 'users.note-keep' : `users.act-${act}`)}
        </Button>
      }
    >
      <div className="mt-3 grid gap-4">
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        {act === 'freeze' ? (
          <SelectField
            label={t('users.reason')}
            value={code}
            onChange={setCode}
            choices={STAFF_FREEZE_REASONS.map((value) => ({
              value,
              label: t(`users.reason-${value}`),
            }))}
          />
        ) : (
          <TextArea
            label={t(isNote ? 'users.note' : 'users.reason')}
            help={isNote ? t('users.note-help') : undefined}
            rows={isNote ? 5 : 3}
            maxLength={isNote ? TEXT_MAX.note : TEXT_MAX.reason}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {hasEnd(act) && (
          <SelectField
            label={t('users.end')}
            value={String(days)}
            onChange={(value) => setDays(Number.parseInt(value, 10))}
            choices={DAYS[act].map((count) => ({
              value: String(count),
              label: t('users.end-days', { days: count }),
            }))}
          />
        )}
      </div>
    </Dialog>
  );
}
