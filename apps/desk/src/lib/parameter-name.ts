import type { DeskKey, DeskTranslate } from '@candor/locales/desk';

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** A period of an option as users read it: "5 min". */
function periodText(seconds: number, t: DeskTranslate): string {
  const [size, unit] = UNITS.find(
    ([of]) => seconds >= of && seconds % of === 0 && (of !== 60 || seconds > 60),
  ) ?? [1, 's'];
  return t(`options.period-${unit}`, { count: String(seconds / size) });
}

/** What a parameter is, in the words users read; its key where this page lacks them. */
export function parameterName(key: string, t: DeskTranslate): string {
  const [, seconds] = /^option\.rate(\d+)$/.exec(key) ?? [];
  if (seconds !== undefined) {
    return t('parameter.option-rate', { period: periodText(Number.parseInt(seconds, 10), t) });
  }
  const id = `parameter.${key.replace('.', '-')}`;
  const text = t(id as DeskKey);
  return text === id ? key : text;
}
