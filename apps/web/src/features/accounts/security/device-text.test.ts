// Promise: a device is named in the reader's language, whatever the server knows of it.
import { activeTranslate } from '@candor/locales';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../../testing/speak.ts';
import { deviceText } from './device-text.ts';

beforeAll(() => speak('de'));

it('puts browser and system into a sentence, and says when neither is known', () => {
  const t = activeTranslate();
  expect(deviceText('Firefox on Windows', t)).toBe('Firefox auf Windows');
  expect(deviceText('Firefox', t)).toBe('Firefox');
  expect(deviceText('', t)).toBe(t('account.device-unknown'));
});
