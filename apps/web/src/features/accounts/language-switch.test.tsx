import { ensure } from '@candor/kernel';
import { LOCALES, activateLocale, activeTranslate, loadAllTexts, localeOf } from '@candor/locales';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { refused, standInForServer } from '../../../test/answers.ts';
import { setLanguage } from '../../lib/preferences.ts';
import { useSentence } from '../../lib/use-sentence.ts';
import { LoginForm } from './LoginForm.tsx';

const english = ensure(localeOf('en'), 'the product speaks English');

beforeAll(loadAllTexts);
beforeEach(() => activateLocale(english));
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLanguage(english);
});

const alerts = (): string[] => screen.getAllByRole('alert').map((one) => one.textContent);
const button = (): HTMLElement =>
  screen.getByRole('button', { name: activeTranslate()('access.login-title') });

it.each(LOCALES.filter(({ value }) => value === 'ar' || value === 'th'))(
  'an error on the page is said again in $value, as a new one would be',
  async (locale) => {
    standInForServer({ '/login/login': () => refused('credentials-wrong') });
    const { container } = render(<LoginForm onDone={vi.fn()} onSecond={vi.fn()} />);
    // What the page found by itself.
    await userEvent.click(button());
    await act(() => setLanguage(locale));
    const t = activeTranslate();
    expect(alerts()).toEqual([t('message.enter-username-and-password')]);
    await act(() => setLanguage(english));
    // What the server refused.
    const [name, password] = container.querySelectorAll('input');
    await userEvent.type(ensure(name, 'a field'), 'mara');
    await userEvent.type(ensure(password, 'another'), 'a long sentence{Enter}');
    await screen.findByText(activeTranslate()('error.credentials-wrong'));
    await act(() => setLanguage(locale));
    expect(alerts()).toEqual([activeTranslate()('error.credentials-wrong')]);
    expect(document.documentElement.lang).toBe(locale.htmlLang);
    expect(document.documentElement.dir).toBe(locale.dir);
  },
);

function Part() {
  const [said, say] = useSentence();
  return (
    <button type="button" onClick={() => say((t) => t('network.timeout'))}>
      {said ?? '-'}
    </button>
  );
}

it('a sentence is kept as how to say it', async () => {
  render(<Part />);
  await userEvent.click(screen.getByRole('button'));
  const before = screen.getByRole('button').textContent;
  await act(() => setLanguage(ensure(localeOf('th'), 'the product speaks Thai')));
  const after = screen.getByRole('button').textContent;
  expect([before === after, after]).toEqual([false, activeTranslate()('network.timeout')]);
});
