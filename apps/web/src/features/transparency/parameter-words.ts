import type { MessageKey, Translate } from '@candor/locales';
import type { FeeSchedule, Parameter } from '@candor/protocol/light';
import { formatMegabytes, formatNumber, formatSpan, shiftDecimal } from '@candor/ui';
import { periodText } from '../../lib/period.ts';

/** The coin an amount is in: named at the end of the key, USDT otherwise. */
function coinOf(key: string): string {
  const [, coin = 'usdt'] = /(Btc|Eth|Usdt)$/.exec(key) ?? [];
  return coin.toUpperCase();
}

/** What a parameter is, in the reader's words; its key where a newer server has one we lack. */
export function parameterName(key: string, t: Translate): string {
  const [, seconds] = /^option\.rate(\d+)$/.exec(key) ?? [];
  if (seconds !== undefined) {
    return t('parameter.option-rate', { period: periodText(Number.parseInt(seconds, 10), t) });
  }
  const id = `parameter.${key.replace('.', '-')}`;
  const text = t(id as MessageKey);
  return text === id ? key : text;
}

/** A count in what it counts: days, hours, years, times, megabytes; yes or no for a switch. */
function countText(key: string, value: string, t: Translate): string {
  const count = Number.parseInt(value, 10);
  if (key === 'copyright.year') return value;
  if (key === 'file.imageBytesMax') return formatMegabytes(count);
  if (key === 'retention.years') return t('breaks.years', { years: count });
  if (key.startsWith('leverage.')) return `${formatNumber(value)}×`;
  if (key.endsWith('.enabled')) return t(count === 0 ? 'trust.no' : 'trust.yes');
  if (key.endsWith('Days')) return t('breaks.days', { days: count });
  if (key.endsWith('Hours')) return formatSpan(count, 'hour');
  return formatNumber(value);
}

/** A value as people read it: shares as percent, amounts with their coin, counts in their unit. */
export function parameterValue(
  parameter: Pick<Parameter, 'key' | 'type'>,
  value: string,
  t: Translate,
): string {
  if (parameter.type === 'share') return `${formatNumber(shiftDecimal(value, 2))}%`;
  if (parameter.type === 'amount') return `${formatNumber(value)}\u00a0${coinOf(parameter.key)}`;
  return parameter.type === 'count' ? countText(parameter.key, value, t) : value;
}

/** What a parameter is about, in the order of the page; the last takes what a newer server adds. */
const GROUPS = [
  { title: 'trust.group-contract', families: ['contract', 'leverage', 'house'] },
  { title: 'trust.group-option', families: ['option'] },
  { title: 'trust.group-payment', families: ['deposit', 'withdrawal'] },
  { title: 'trust.group-conversion', families: ['exchange'] },
  { title: 'trust.group-plan', families: ['plan'] },
  { title: 'trust.group-loan', families: ['loan'] },
  { title: 'trust.group-token', families: ['nft'] },
  { title: 'trust.group-account', families: ['demo', 'identity', 'file', 'retention', 'sms'] },
  { title: 'trust.group-operator', families: ['operator', 'copyright'] },
  { title: 'trust.group-other', families: [] },
] as const satisfies readonly { title: MessageKey; families: readonly string[] }[];

/** The parameters by what they are about; no group is empty, none is left out. */
export function parameterGroups(
  parameters: readonly Parameter[],
): readonly { readonly title: MessageKey; readonly parameters: readonly Parameter[] }[] {
  const groupOf = ({ key }: Parameter): MessageKey => {
    const [family = ''] = key.split('.');
    const found = GROUPS.find(({ families }) => families.some((one) => one === family));
    return (found ?? GROUPS[GROUPS.length - 1] ?? GROUPS[0]).title;
  };
  return GROUPS.map(({ title }) => ({
    title,
    parameters: parameters.filter((parameter) => groupOf(parameter) === title),
  })).filter((group) => group.parameters.length > 0);
}

/** A parameter's versions around a moment. */
export type ParameterStatus = {
  /** In force at the moment; null when none is yet. */
  readonly inForce: Parameter['versions'][number] | null;
  /** Of the past and the future, the newest first. */
  readonly others: readonly Parameter['versions'][number][];
};

/** Which version is in force, by the rule the table is published with. */
export function parameterStatusOf(parameter: Parameter, asOf: number): ParameterStatus {
  const ordered = parameter.versions.toSorted((a, b) => b.from - a.from || b.version - a.version);
  const inForce = ordered.find(({ from }) => from <= asOf) ?? null;
  return { inForce, others: ordered.filter((version) => version !== inForce) };
}

/** A version that comes into force later. */
export type AnnouncedChange = {
  readonly parameter: Parameter;
  readonly version: Parameter['versions'][number];
};

/** What was announced and does not hold yet, the next to begin first. */
export function announcedChanges({ parameters, asOf }: FeeSchedule): AnnouncedChange[] {
  return parameters
    .flatMap((parameter) => parameter.versions.map((version) => ({ parameter, version })))
    .filter(({ version }) => version.from > asOf)
    .toSorted((a, b) => a.version.from - b.version.from);
}
