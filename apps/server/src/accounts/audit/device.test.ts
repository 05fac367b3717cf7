import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceOf, maskAddress } from './device.ts';

describe('the list of devices', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', ''],
    ['', ''],
  ])('shows %s as "%s"', (userAgent, shown) => {
    expect(deviceOf(userAgent)).toBe(shown);
  });

  test.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001::3', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['', ''],
    ['unix:/var/run/x', ''],
    ['1:2:3', ''],
  ])('shows the network of %s as "%s"', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });

  test('never shows the last part of an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const masked = maskAddress(address);
        expect(masked).toMatch(/^(\d{1,3}(\.\d{1,3}){2}\.0\/24|[0-9a-f:]*::\/48)?$/);
        expect(masked.length).toBeLessThanOrEqual(19);
      }),
    );
  });
});
