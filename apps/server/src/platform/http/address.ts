/** Groups of an IPv6 address in full, or its one IPv4 spelling split by dots. */
function groupsOf(address: string): readonly string[] {
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(last)) return last.split('.');
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * What stands for one caller: an IPv4 address, or the /64 that one customer of a provider has.
 *
 * @shape 203.0.113.9 → "203.0.113.9" · 2001:db8:0:1:2::3 → "2001:db8:0:1"
 */
export function hostOf(address: string): string {
  const groups = groupsOf(address);
  return groups.length === 4 ? groups.join('.') : groups.slice(0, 4).join(':');
}

/**
 * The network around a caller: /24, or the /48 that one site has.
 *
 * @shape 203.0.113.9 → "203.0.113" · 2001:db8:0:1:2::3 → "2001:db8:0"
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return groups.slice(0, 3).join(groups.length === 4 ? '.' : ':');
}
