import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { Button, ErrorNote, StatusChip, formatTime, toast } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { ask } from '../../lib/query.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Section } from './Section.tsx';
import { PasswordField } from './fields.tsx';

const SESSIONS = ['own-sessions'] as const;
const EMPTY = { now: '', next: '', repeat: '' };

/** Sets another password, with the one before. */
export function OwnPassword(): ReactElement {
  const t = useDeskT();
  const client = useQueryClient();
  const command = useCommand();
  const [typed, setTyped] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const { now, next, repeat } = typed;
  const missing = (text: string): string | null =>
    isTried && text === '' ? t('sign-in.missing') : null;
  const field = command.failure?.field;
  const set = (change: Partial<typeof EMPTY>): void => {
    command.clear();
    setTyped({ ...typed, ...change });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (now === '' || next === '' || next !== repeat) return;
    const answer = await command.send('staff.change-password', { body: { password: now, next } });
    if (answer === null) return;
    setTyped(EMPTY);
    setIsTried(false);
    toast({ title: t('own.changed') });
    void client.invalidateQueries({ queryKey: SESSIONS });
  };
  const differs = isTried && repeat !== '' && next !== repeat ? t('enrol.differs') : null;
  return (
    <Section title={t('own.password')} lead={t('own.password-lead')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
        {command.problem !== null && field === undefined && (
          <ErrorNote>{command.problem}</ErrorNote>
        )}
        <PasswordField
          label={t('own.password-now')}
          value={now}
          error={missing(now) ?? (field === 'password' ? command.problem : null)}
          onChange={(value) => set({ now: value })}
        />
        <PasswordField
          isNew
          label={t('own.password-new')}
          help={t('own.new-help', { min: PASSWORD_LENGTH_MIN })}
          value={next}
          error={missing(next) ?? (field === 'next' ? command.problem : null)}
          onChange={(value) => set({ next: value })}
        />
        <PasswordField
          isNew
          label={t('own.password-repeat')}
          value={repeat}
          error={missing(repeat) ?? differs}
          onChange={(value) => set({ repeat: value })}
        />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          busy={command.isBusy ? t('own.changing') : undefined}
        >
          {t('own.change')}
        </Button>
      </form>
    </Section>
  );
}

/** Where the member is signed in, and the way to end it everywhere else. */
export function OwnSessions(): ReactElement {
  const t = useDeskT();
  const client = useQueryClient();
  const command = useCommand();
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => ask('staff.sessions', { signal }),
  });
  const end = async (): Promise<void> => {
    const answer = await command.send('staff.end-others', {});
    if (answer !== null) toast({ title: t('own.ended', { count: answer.value.ended }) });
    void client.invalidateQueries({ queryKey: SESSIONS });
  };
  return (
    <Section title={t('own.sessions')}>
      <Waits of={sessions} lines={2}>
        {({ records }) => (
          <>
            <ul className="mt-3">
              {records.map(({ id, device, address, createdAt, expiresAt, isThis }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
                >
                  <div className="min-w-0">
                    <p className="font-medium break-words">
                      <bdi>{device}</bdi>
                    </p>
                    <p className="text-xs break-words text-ink-3">
                      {t('own.from', {
                        address,
                        when: formatTime(createdAt),
                        ends: formatTime(expiresAt, 'short'),
                      })}
                    </p>
                  </div>
                  {isThis && (
                    <StatusChip tone="ok" icon="check">
                      {t('own.this')}
                    </StatusChip>
                  )}
                </li>
              ))}
            </ul>
            {command.problem !== null && <ErrorNote className="mb-3">{command.problem}</ErrorNote>}
            {records.some(({ isThis }) => !isThis) ? (
              <Button
                variant="secondary"
                busy={command.isBusy ? t('own.ending') : undefined}
                onClick={() => void end()}
              >
                {t('own.end-others')}
              </Button>
            ) : (
              <p className="text-sm text-ink-3">{t('own.only-this')}</p>
            )}
          </>
        )}
      </Waits>
    </Section>
  );
}
