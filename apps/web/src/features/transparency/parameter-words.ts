import type { MessageKey, Translate } from '@candor/locales';
import type { FeeSchedule, Parameter } from '@candor/protocol/light';
import { formatMegabytes, formatNumber, shiftDecimal } from '@candor/ui';
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

/** A value as people read it: shares as percent, amounts with their coin, sizes of files in MB. */
export function parameterValue(parameter: Pick<Parameter, 'key' | 'type'>, value: string): string {
  if (parameter.type === 'share') return `${formatNumber(shiftDecimal(value, 2))}%`;
  if (parameter.type === 'amount') return `${formatNumber(value)}\u00a0${coinOf(parameter.key)}`;
  if (parameter.key === 'file.imageBytesMax') return formatMegabytes(Number.parseInt(value, 10));
  if (parameter.type === 'count' && parameter.key !== 'copyright.year') return formatNumber(value);
  return value;
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
