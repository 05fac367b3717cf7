/** What the list of devices shows of the place a session came from; nothing more is stored. */

// The first name that fits wins: Edge and Opera also say "Chrome", Chrome also says "Safari".
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

// iPhones say "like Mac OS X", Android says "Linux".
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstName = (
  names: readonly (readonly [RegExp, string])[],
  text: string,
): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * A device in a few words, "Firefox on Windows". Empty when the user agent says nothing we know, so
 * that no text of a foreign client reaches a page.
 */
export function deviceOf(userAgent: string): string {
  const browser = firstName(BROWSERS, userAgent);
  const system = firstName(SYSTEMS, userAgent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? '';
}

const IPV4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i;
const IPV6_GROUPS = 8;

/**
 * An address with its last part cut off: the network a session came from, not the line.
 *
 * @shape 203.0.113.9 → "203.0.113.0/24" · 2001:db8:1:2::3 → "2001:db8:1::/48" · else ""
 */
export function maskAddress(address: string): string {
  const v4 = IPV4.exec(address);
  if (v4 !== null) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`;
  const [plain = ''] = address.split('%');
  if (!/^[0-9a-f:]+$/i.test(plain) || !plain.includes(':')) return '';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  if (groups.length !== IPV6_GROUPS) return '';
  const network = groups.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ''));
  while (network.at(-1) === '0') network.pop();
  return `${network.join(':')}::/48`;
}
