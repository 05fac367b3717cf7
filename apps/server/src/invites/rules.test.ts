import { expect, test } from 'vitest';
import { inviteLink, maskedName } from './rules.ts';

test('a name shows its start alone, and never how long it is', () => {
  expect(maskedName('mara')).toBe('ma***');
  expect(maskedName('maraschino-cherry')).toBe('ma***');
  expect(maskedName('bob')).toBe('b***');
  expect(maskedName('ab')).toBe('a***');
});

test('a link leads to the registration with the code', () => {
  expect(inviteLink('https://candor.example', '0A1B2C3D4E5F')).toBe(
    'https://candor.example/pass/register?invite=0A1B2C3D4E5F',
  );
  expect(inviteLink(null, '0A1B2C3D4E5F')).toBe('/pass/register?invite=0A1B2C3D4E5F');
});
