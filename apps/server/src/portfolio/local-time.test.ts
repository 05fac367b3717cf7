import { unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { localTimes } from './local-time.ts';

test.each([
  ['Etc/UTC', '2026-11-21T23:30:05.007Z', '2026-11-21T23:30:05.007+00:00'],
  ['Asia/Tokyo', '2026-11-21T23:30:05.007Z', '2026-11-22T08:30:05.007+09:00'],
  ['Asia/Kolkata', '2026-11-21T23:30:05.007Z', '2026-11-22T05:00:05.007+05:30'],
  ['America/New_York', '2026-07-01T03:59:59.999Z', '2026-06-30T23:59:59.999-04:00'],
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
])('in %s %s reads %s', (zone, utc, local) => {
  expect(localTimes(zone)(unixMs(Date.parse(utc)))).toBe(local);
});
