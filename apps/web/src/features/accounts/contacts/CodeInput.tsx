import { Button, TextInput, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { CodeSending } from './use-code-sending.ts';

/** How long a code is good for. @source PRODUCT 2 @units minutes */
const CODE_MINUTES = 10;

/** The code somebody got, with a button that sends one and counts down to the next. */
export function CodeInput(props: {
  readonly value: string;
  readonly error: string | null;
  readonly sending: CodeSending;
  /** Whether the sentence must not say that the mailbox or phone is anybody's. */
  readonly isDiscreet?: boolean;
  readonly onSend: () => void;
  readonly onChange: (code: string) => void;
}): ReactElement {
  const { value, error, sending, isDiscreet = false, onSend, onChange } = props;
  const t = useT();
  const { sentTo, waitSeconds } = sending;
  const said = isDiscreet ? 'access.code-sent-maybe' : 'access.code-sent';
  return (
    <>
      <TextInput
        label={t('access.code-label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={12}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        end={
          <Button
            size="sm"
            variant="tertiary"
            disabled={waitSeconds > 0}
            onClick={onSend}
            busy={sending.isSending ? t('access.code-sending') : undefined}
          >
            {waitSeconds > 0
              ? t('access.code-again', { seconds: waitSeconds })
              : t('access.code-send')}
          </Button>
        }
      />
      {/* Always there, so that what appears in it is read out. */}
      <p role="status" className="-mt-2 text-sm text-ink-2 empty:hidden">
        {sentTo !== null && t(said, { target: sentTo, minutes: CODE_MINUTES })}
      </p>
    </>
  );
}
