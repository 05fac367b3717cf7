import { IconButton, SelectField, Segments, TextInput, XIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { isHundredth, numberText, ruleCard } from '../words.ts';
import {
  type OwnRules,
  PAST_DAYS,
  STRATEGIES,
  choicesOf,
  chosenRules,
  numberOf,
  usualRules,
} from './rules.ts';

type Change = (change: Partial<OwnRules>) => void;

/** The one market of a strategy, or several that are added one by one. */
function Markets(props: {
  readonly rules: OwnRules;
  readonly known: readonly string[];
  readonly isPressed: boolean;
  readonly onChange: Change;
}): ReactElement {
  const { rules, known, isPressed, onChange } = props;
  const { codes } = rules;
  const t = useT();
  const { least, most } = choicesOf(rules.strategy).instruments;
  const left = known.filter((code) => most === 1 || !codes.includes(code));
  const none = { value: '', label: t('plans.choose-market') };
  const choices = [none, ...left.map((code) => ({ value: code, label: code }))];
  const error = isPressed && codes.length < least ? t('plans.market-missing') : null;
  if (most === 1) {
    return (
      <SelectField
        label={t('orders.col-market')}
        value={codes[0] ?? ''}
        choices={choices}
        error={error}
        onChange={(code) => onChange({ codes: code === '' ? [] : [code] })}
      />
    );
  }
  return (
    <div className="grid gap-2">
      {codes.length < most && (
        <SelectField
          label={t('plans.add-market', { max: most })}
          value=""
          choices={choices}
          error={error}
          onChange={(code) => code !== '' && onChange({ codes: [...codes, code] })}
        />
      )}
      <ul className="flex flex-wrap gap-1.5">
        {codes.map((code) => (
          <li key={code} className="flex items-center rounded-full bg-sunken ps-3 text-sm">
            <bdi dir="ltr">{code}</bdi>
            <IconButton
              label={t('plans.remove-market', { code })}
              onClick={() => onChange({ codes: codes.filter((one) => one !== code) })}
            >
              <XIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One number of the rules, with what it may be and what it means. */
function NumberField(props: {
  readonly name: string;
  readonly rules: OwnRules;
  readonly isPressed: boolean;
  readonly onChange: Change;
}): ReactElement {
  const { name, rules, isPressed, onChange } = props;
  const t = useT();
  const range = choicesOf(rules.strategy).numbers[name];
  if (range === undefined) return <></>;
  const text = rules.numbers[name] ?? '';
  const value = numberOf(text, range);
  const limits = t('plans.number-range', {
    least: String(range.least),
    most: String(range.most),
    step: String(range.step),
  });
  const read = value !== null && isHundredth(name) ? ` = ${numberText(name, value)}` : '';
  return (
    <TextInput
      label={t('plans.number', { name })}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      value={text}
      onChange={(event) =>
        onChange({ numbers: { ...rules.numbers, [name]: event.target.value.trim() } })
      }
      error={value === null && (isPressed || text !== '') ? limits : null}
      help={`${limits}${read}`}
    />
  );
}

/** Rules of one's own: which, on what, with which numbers. */
export function RulesForm(props: {
  readonly rules: OwnRules;
  readonly markets: readonly string[];
  readonly isPressed: boolean;
  readonly onChange: Change;
}): ReactElement {
  const { rules, markets, isPressed, onChange } = props;
  const t = useT();
  const { numbers, intervals } = choicesOf(rules.strategy);
  const chosen = chosenRules(rules);
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('plans.rules')}
        value={rules.strategy}
        choices={STRATEGIES.map((value) => ({
          value,
          label: t(`plans.strategy-${value}`),
        }))}
        onChange={(strategy) => onChange(usualRules(strategy, rules.codes))}
      />
      <Markets rules={rules} known={markets} isPressed={isPressed} onChange={onChange} />
      <div className="grid gap-4 desktop:grid-cols-2">
        {Object.keys(numbers).map((name) => (
          <NumberField
            key={`${rules.strategy} ${name}`}
            name={name}
            rules={rules}
            isPressed={isPressed}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="grid gap-1.5">
        <span className="text-sm leading-4 font-medium text-ink-2">{t('market.interval')}</span>
        <Segments
          label={t('market.interval')}
          value={rules.interval}
          choices={intervals.map((value) => ({ value, label: value }))}
          onChange={(interval) => onChange({ interval })}
        />
      </div>
      <div className="grid gap-1.5">
        <span className="text-sm leading-4 font-medium text-ink-2">{t('plans.past')}</span>
        <Segments
          label={t('plans.past')}
          value={rules.past}
          choices={PAST_DAYS.map((days) => ({ value: days, label: t('breaks.days', { days }) }))}
          onChange={(past) => onChange({ past })}
        />
      </div>
      {chosen !== null && (
        <p className="rounded-md bg-sunken p-3 text-sm text-ink-2">{ruleCard(chosen, t)}</p>
      )}
    </div>
  );
}
