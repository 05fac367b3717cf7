import type { Translate } from '@candor/locales';

const NAMES = /^(.+) on (.+)$/;

/**
 * A device in the reader's language. The server calls it by its two names, "Firefox on Windows", or
 * by the one it knows; empty when it knows none.
 */
export function deviceText(device: string, t: Translate): string {
  const [, browser, system] = NAMES.exec(device) ?? [];
  if (browser !== undefined && system !== undefined) {
    return t('account.device-name', { browser, system });
  }
  return device.trim() === '' ? t('account.device-unknown') : device;
}
