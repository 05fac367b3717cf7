import { Button, Dialog, ErrorNote, Note, TextArea, toast } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { CountryField } from '../../lib/CountryField.tsx';
import { TimeField } from '../../lib/TimeField.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { countryText } from '../../lib/countries.ts';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const EVIDENCE_MIN = 20;
const DAY_MS = 86_400_000;

/** Proposes that options on real accounts are enabled in a country, or ended in one. */
export function CountryDialog(props: {
  /** The country they are ended in; null to enable one. */
  readonly ends: string | null;
  readonly onClose: () => void;
}): ReactElement {
  const { ends, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const client = useQueryClient();
  const [said, setSaid] = useState({ country: ends ?? '', from: '', reason: '', evidence: '' });
  const now = useWallTime(DAY_MS);
  const [isTried, setIsTried] = useState(false);
  const change = (part: Partial<typeof said>): void => setSaid({ ...said, ...part });
  const { country } = said;
  const from = readMoment(said.from);
  // A moment that cannot be read is never taken for none, which would count at once.
  const isDated = said.from === '' || !Number.isNaN(from);
  const isGrounded = ends !== null || said.evidence.trim().length >= EVIDENCE_MIN;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    const reason = said.reason.trim();
    if (country === '' || !isGrounded || !isDated || reason === '') return;
    const body = { country, reason, ...(said.from === '' ? {} : { from }) };
    const answer =
      ends === null
        ? await command.send('countries.enable', {
            body: { ...body, evidence: said.evidence.trim() },
          })
        : await command.send('countries.end', { body });
    if (answer === null) return;
    void client.invalidateQueries();
    toast({ title: t('countries.done', { number: answer.value.number }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        ends === null
          ? t('countries.enable')
          : t('countries.end-title', { country: countryText(ends, t) })
      }
    >
      <Note className="mt-3">
        {t(ends === null ? 'countries.enable-rule' : 'countries.end-rule')}
      </Note>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        {ends === null && (
          <CountryField
            label={t('countries.country')}
            value={country}
            error={isTried && country === '' ? t('countries.country-missing') : null}
            onChange={(code) => change({ country: code })}
          />
        )}
        <TimeField
          of="moment"
          label={t('countries.from')}
          name="from"
          help={t('countries.from-help')}
          value={said.from}
          error={isTried && !isDated ? t('time.refused', { example: momentText(now) }) : null}
          onChange={(from) => change({ from })}
        />
        <TextArea
          label={t('countries.reason')}
          name="reason"
          maxLength={400}
          value={said.reason}
          error={isTried && said.reason.trim() === '' ? t('sign-in.missing') : null}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {ends === null && (
          <TextArea
            label={t('countries.evidence')}
            name="evidence"
            maxLength={2_000}
            help={t('countries.evidence-help')}
            value={said.evidence}
            error={isTried && !isGrounded ? t('sign-in.missing') : null}
            onChange={(event) => change({ evidence: event.target.value })}
          />
        )}
        <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
          {t('countries.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
