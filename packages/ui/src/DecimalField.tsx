import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { readTyped } from './decimal-text.ts';
import { Field, bareInputClass, inputClass } from './Field.tsx';
import { formatNumber } from './format.ts';
import { MinusIcon, PlusIcon } from './icons.ts';
import { useLocale, useT } from './use-locale.ts';

export type DecimalFieldProps = {
  readonly label: ReactNode;
  /** Decimal text, "" for nothing, null while what stands there is no number. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Most places: those of the lot step or tick size. */
  readonly places: number;
  readonly unit?: ReactNode;
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  /** The caller's own refusal; shown when what stands there is a number. */
  readonly error?: string | null | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** 48 high with larger figures: the amount of an order. */
  readonly large?: boolean;
  /** 32 high on a desk whose window is short. */
  readonly dense?: boolean;
  /** Buttons beside the figure, e.g. one lot step less and more. */
  readonly onStep?: ((direction: -1 | 1) => void) | undefined;
  readonly className?: string;
};

/** Typed text and the value it was read as; another value from outside replaces the text. */
type Typed = { readonly text: string; readonly value: string | null };

/** A button of the stepper, out of the tab order: the arrow keys do the same. */
function StepButton(props: {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={props.label}
      onClick={props.onPress}
      className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover max-desktop:size-11"
    >
      {props.children}
    </button>
  );
}

/** A hint that is a figure, as the reader would type it; words stay words. */
function hintOf(hint: string | undefined, decimal: string): string | undefined {
  return hint !== undefined && /^\d+\.\d+$/.test(hint) ? hint.replace('.', decimal) : hint;
}

/**
 * A number as text: "." and "," are both accepted, what was read is echoed where it could be
 * misread, and no float ever touches it. Enter submits nothing from here.
 */
export function DecimalField(props: DecimalFieldProps): ReactElement {
  const { label, value, onChange, places, unit, aside, help, error, onStep, large = false } = props;
  const dense = props.dense === true ? 'desktop:short:min-h-8 desktop:short:[&_input]:py-1' : '';
  const t = useT();
  const { numbers } = useLocale();
  const { group, decimal } = numbers;
  const [typed, setTyped] = useState<Typed>({ text: '', value: '' });
  const shown = typed.value === value ? typed.text : (value ?? '').replace('.', decimal);
  const read = readTyped(shown, { group, places });
  const problem =
    read.kind === 'invalid'
      ? t('common.not-a-number', { example: `0${decimal}5` })
      : read.kind === 'tooManyPlaces'
        ? t('common.too-many-places', { places })
        : null;
  // "1,234" is a thousand to some and one and a bit to others: the places say which was read.
  const isAmbiguous = /^\d{1,3}[.,]\d{3}$/.test(shown);
  const echo =
    read.kind === 'decimal' && /[.,]/.test(shown)
      ? formatNumber(read.text, { numbers, placesMin: isAmbiguous ? 2 : 0 })
      : null;

  const accept = (text: string): void => {
    const next = readTyped(text, { group, places });
    const result = next.kind === 'decimal' ? next.text : next.kind === 'empty' ? '' : null;
    setTyped({ text, value: result });
    onChange(result);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault();
    if (onStep === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
  // What came from outside was not read, and what it comes to stays beside what was.
  const isEchoNeeded = echo !== null && echo !== shown && typed.value === value;
  const reading = isEchoNeeded ? t('common.reads-as', { value: echo }) : null;
  return (
    <Field
      label={label}
      aside={aside}
      help={
        reading === null || help == null ? (
          (reading ?? help)
        ) : (
          <>
            {reading} · {help}
          </>
        )
      }
      error={problem ?? error}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      {(control) => (
        <span
          className={`${inputClass} ${large ? 'min-h-12 desktop:short:min-h-10' : ''} ${dense} ${onStep ? 'px-2' : ''}`}
        >
          {onStep && (
            <StepButton label={t('common.less')} onPress={() => onStep(-1)}>
              <MinusIcon size={16} />
            </StepButton>
          )}
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            name={props.name}
            placeholder={hintOf(props.placeholder, decimal)}
            disabled={props.disabled}
            value={shown}
            onChange={(event) => accept(event.target.value)}
            onKeyDown={onKeyDown}
            className={`${bareInputClass} tabular-nums rtl:text-end ${
              large ? 'text-lg font-medium' : ''
            } ${onStep ? 'text-center rtl:text-center' : ''}`}
          />
          {unit != null && <span className="text-sm text-ink-3">{unit}</span>}
          {onStep && (
            <StepButton label={t('common.more')} onPress={() => onStep(1)}>
              <PlusIcon size={16} />
            </StepButton>
          )}
        </span>
      )}
    </Field>
  );
}
