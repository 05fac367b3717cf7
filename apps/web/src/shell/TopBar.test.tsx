import { ENGLISH, activateLocale } from '@candor/locales';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

// jsdom has no media queries; nothing here depends on what they answer.
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
const { MobileBar } = await import('./TopBar.tsx');

beforeAll(() => activateLocale(ENGLISH));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const press = async (): Promise<void> => {
  render(<MobileBar access hasBack />);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
};

describe('the way back on a phone', () => {
  it('leads home from a page that was opened by itself', async () => {
    history.replaceState(null, '', '/help/faq');
    vi.spyOn(history, 'length', 'get').mockReturnValue(1);
    await press();
    expect(location.pathname).toBe('/');
  });

  it('leads to where one came from', async () => {
    history.replaceState(null, '', '/market');
    history.pushState(null, '', '/loan');
    await press();
    await vi.waitFor(() => expect(location.pathname).toBe('/market'));
  });
});

it('a page without a way back has no button for it, and a visitor the ways in and to somebody', () => {
  render(<MobileBar access hasBack={false} />);
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
    '/service.html?lang=en',
  );
  expect(screen.getByRole('button', { name: 'Language' })).toBeTruthy();
});
