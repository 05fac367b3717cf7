import type { UnixMs } from '@candor/kernel';

/**
 * Writes moments as people of a time zone would, with the distance to UTC of that day.
 *
 * @shape zone → moment → "2026-11-21T17:30:05.120+09:00"
 */
export function localTimes(zone: string): (at: UnixMs) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const of = (type: Intl.DateTimeFormatPartTypes): string =>
      parts.find((part) => part.type === type)?.value ?? '';
    const day = `${of('year')}-${of('month')}-${of('day')}`;
    const time = `${of('hour')}:${of('minute')}:${of('second')}.${of('fractionalSecond')}`;
    const offset = of('timeZoneName').replace(/^(GMT|UTC)/, '');
    return `${day}T${time}${offset === '' ? '+00:00' : offset}`;
  };
}
