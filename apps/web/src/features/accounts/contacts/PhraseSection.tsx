import { PHRASE_LENGTH } from '@candor/protocol/light';
import { Button, ErrorNote, TextInput, toast, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { useFieldForm } from '../forms/use-field-form.ts';
import { useChanged } from './use-changed.ts';

/** The owner's own words, which every mail of ours repeats. */
export function PhraseSection(): ReactElement {
  const t = useT();
  const { data } = useSecurityOverview();
  const [isOpen, setIsOpen] = useState(false);
  const phrase = data?.antiPhishing ?? null;
  return (
    <SectionCard
      title={t('phrase.title')}
      lead={t('phrase.lead')}
      action={
        data !== undefined &&
        !isOpen && (
          <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
            {t(phrase === null ? 'phrase.set' : 'phrase.change')}
          </Button>
        )
      }
    >
      {phrase !== null && (
        <p className="mt-3 font-medium break-words">{t('phrase.now', { phrase })}</p>
      )}
      {isOpen && <PhraseForm onEnd={() => setIsOpen(false)} />}
    </SectionCard>
  );
}

function PhraseForm({ onEnd }: { readonly onEnd: () => void }): ReactElement {
  const t = useT();
  const changed = useChanged();
  const stepUp = useStepUp('anti-phishing');
  const [text, setText] = useState('');
  const form = useFieldForm({
    check: () => {
      const { length } = text.trim();
      const fits = length >= PHRASE_LENGTH.min && length <= PHRASE_LENGTH.max;
      return fits ? {} : { text: 'phrase.malformed' as const };
    },
    send: async () => {
      const confirmed = await stepUp.confirm();
      if (confirmed === null) return null;
      return call('accounts.set-anti-phishing', { body: { text, stepUp: confirmed } });
    },
    textOf: ({ name }) => (name === 'unreadable' ? t('phrase.malformed', PHRASE_LENGTH) : null),
    onDone: ({ text: phrase }) => {
      toast({ title: t('phrase.saved', { phrase }) });
      onEnd();
      changed();
    },
  });
  return (
    <>
      <form noValidate onSubmit={form.submit} className="mt-4 grid max-w-[440px] gap-4">
        {form.formError !== null && <ErrorNote>{form.formError}</ErrorNote>}
        <TextInput
          label={t('phrase.label')}
          name="text"
          autoComplete="off"
          dir="auto"
          maxLength={PHRASE_LENGTH.max}
          value={text}
          error={form.errorAt('text')}
          help={t('phrase.rule', PHRASE_LENGTH)}
          onChange={(event) => {
            setText(event.target.value);
            form.clear('text');
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.isSending ? t('phrase.saving') : undefined}>
            {t('phrase.save')}
          </Button>
          <Button variant="secondary" onClick={onEnd}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
      {stepUp.dialog}
    </>
  );
}
