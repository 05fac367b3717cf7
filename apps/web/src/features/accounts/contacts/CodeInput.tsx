import { Button, TextInput, useT } from '@candor/ui';
import { useEffect, useRef, type ReactElement } from 'react';
import type { CodeSending } from './use-code-sending.ts';

/** How long a code is good for. @source PRODUCT 2 @units minutes */
const CODE_MINUTES = 10;

/** The code a user got, with a button that sends one and counts down to the next. */
export function CodeInput(props: {
  readonly value: string;
  readonly error: string | null;
  readonly sending: CodeSending;
  /** Whether the sentence must not say that the mailbox or phone belongs to a user. */
  readonly isDiscreet?: boolean;
  readonly onSend: () => void;
  readonly onChange: (code: string) => void;
}): ReactElement {
  const { value, error, sending, isDiscreet = false, onSend, onChange } = props;
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  const { sentTo, waitSeconds, sends } = sending;
  const said = isDiscreet ? 'access.code-sent-maybe' : 'access.code-sent';
  useEffect(() => {
    // The button makes room for the count-down: the focus goes to the field of the code.
    if (sends > 0) ref.current?.querySelector('input')?.focus();
  }, [sends]);
  return (
    <div ref={ref} className="grid gap-2">
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
          waitSeconds > 0 ? (
            <span className="text-sm whitespace-nowrap text-ink-2">
              {t('access.code-again', { seconds: waitSeconds })}
            </span>
          ) : (
            <Button
              size="sm"
              variant="tertiary"
              onClick={onSend}
              busy={sending.isSending ? t('access.code-sending') : undefined}
            >
              {t('access.code-send')}
            </Button>
          )
        }
      />
      {/* Always there, so that what appears in it is read out. */}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {sentTo !== null && t(said, { target: sentTo, minutes: CODE_MINUTES })}
      </p>
    </div>
  );
}
