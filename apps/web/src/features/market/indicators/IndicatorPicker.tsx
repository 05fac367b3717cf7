import {
  Button,
  Dialog,
  IconButton,
  Num,
  PlusIcon,
  Sheet,
  XIcon,
  inputClass,
  bareInputClass,
  useT,
  useLayout,
} from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { INDICATORS, type Indicator, type Parameter } from './catalogue.ts';
import {
  CHOSEN_MAX,
  type Chosen,
  allowed,
  anotherOne,
  chosenName,
  readChosen,
  writeChosen,
} from './chosen.ts';

/** Where indicators are put on the chart, taken off it, and given their numbers. */
export function IndicatorPicker(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The chosen set as it is stored. */
  readonly chosen: string;
  readonly onChosen: (text: string) => void;
}): ReactElement {
  const { open, onClose, chosen, onChosen } = props;
  const t = useT();
  const layout = useLayout();
  const set = readChosen(chosen);
  const change = (next: readonly Chosen[]): void => onChosen(writeChosen(next));
  const isFull = set.length >= CHOSEN_MAX;
  const Frame = layout === 'desktop' ? Dialog : Sheet;
  return (
    <Frame open={open} onClose={onClose} title={t('indicators.title')}>
      <h3 className="mt-4 text-sm tracking-normal text-ink-2">{t('indicators.on-chart')}</h3>
      {set.length === 0 ? (
        <p className="mt-1 text-sm text-ink-3">{t('indicators.none')}</p>
      ) : (
        <ul className="mt-1">
          {set.map((one, index) => (
            <ChosenRow
              // Its place: its numbers change while they are typed.
              key={`${one.indicator.id} ${index}`}
              chosen={one}
              onChange={(next) => change(set.map((other, at) => (at === index ? next : other)))}
              onRemove={() => change(set.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <h3 className="mt-5 text-sm tracking-normal text-ink-2">{t('indicators.add')}</h3>
      {isFull && <p className="mt-1 text-sm text-ink-3">{t('indicators.full')}</p>}
      <ul className="mt-1">
        {INDICATORS.map((indicator) => (
          <AddRow
            key={indicator.id}
            indicator={indicator}
            next={isFull ? null : anotherOne(set, indicator)}
            onAdd={(one) => change([...set, one])}
          />
        ))}
      </ul>
    </Frame>
  );
}

function ChosenRow(props: {
  readonly chosen: Chosen;
  readonly onChange: (next: Chosen) => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { chosen, onChange, onRemove } = props;
  const { indicator, parameters } = chosen;
  const t = useT();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">
          <bdi dir="ltr">{indicator.short}</bdi>
        </p>
        <p className="text-xs text-ink-3">{t(indicator.title)}</p>
      </div>
      <div className="flex gap-2">
        {indicator.parameters.map((parameter, index) => (
          <NumberField
            key={parameter.label}
            parameter={parameter}
            value={parameters[index] ?? parameter.standard}
            onValue={(value) =>
              onChange({
                indicator,
                parameters: parameters.map((one, at) => (at === index ? value : one)),
              })
            }
          />
        ))}
      </div>
      <IconButton
        label={t('indicators.remove', { name: chosenName(chosen) })}
        onClick={onRemove}
        className="-me-2"
      >
        <XIcon size={18} />
      </IconButton>
    </li>
  );
}

/** A number within its bounds; what is typed counts once it is one, and is mended on leaving. */
function NumberField(props: {
  readonly parameter: Parameter;
  readonly value: number;
  readonly onValue: (value: number) => void;
}): ReactElement {
  const { parameter, value, onValue } = props;
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string): void => {
    setTyped(text);
    const read = +text.replace(',', '.');
    if (text !== '' && allowed(parameter, read) === read) onValue(read);
  };
  return (
    <span className="grid gap-0.5">
      <label htmlFor={id} className="text-xs text-ink-3">
        {t(parameter.label)}
      </label>
      <span
        className={`${inputClass} !w-14 !min-h-8 !px-2 max-desktop:!w-16 max-desktop:!min-h-11`}
      >
        <input
          id={id}
          inputMode={parameter.step < 1 ? 'decimal' : 'numeric'}
          dir="ltr"
          value={typed ?? `${value}`}
          onChange={(event) => take(event.target.value)}
          onBlur={() => {
            if (typed !== null) onValue(allowed(parameter, +typed.replace(',', '.')));
            setTyped(null);
          }}
          className={`${bareInputClass} !py-1 text-start tabular-nums`}
        />
      </span>
    </span>
  );
}

function AddRow(props: {
  readonly indicator: Indicator;
  /** What would be added; null when nothing can be. */
  readonly next: Chosen | null;
  readonly onAdd: (next: Chosen) => void;
}): ReactElement {
  const { indicator, next, onAdd } = props;
  const t = useT();
  const where = indicator.place === 'price' ? 'indicators.over-price' : 'indicators.own-pane';
  return (
    <li className="flex items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <Num className="font-semibold">{indicator.short}</Num> {t(indicator.title)}
        </p>
        <p className="text-xs text-ink-3">{t(where)}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        disabled={next === null}
        onClick={() => {
          if (next !== null) onAdd(next);
        }}
        aria-label={t('indicators.add-one', { name: indicator.short })}
      >
        <PlusIcon size={16} />
        {t('indicators.add')}
      </Button>
    </li>
  );
}
