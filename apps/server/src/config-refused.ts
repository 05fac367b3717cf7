/** A setting that cannot be used; its sentence is all an operator needs. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

/** Whether an address is this machine's own. */
export const isLoopback = (url: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/**
 * An address nobody between us and it can read or answer for.
 *
 * @throws ConfigRefused
 */
export function assertSafe(name: string, address: string | undefined): string | null {
  if (address === undefined) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url)) {
    throw new ConfigRefused(`${name} must begin with https: unless it is on this machine`);
  }
  return address;
}
