// Promise: a day is chosen by keyboard alone, in the reader's language, and never beyond a limit.
import { type LOCALES, activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Calendar } from './Calendar.tsx';

afterEach(cleanup);

async function show(language: string, limits: { min?: string; max?: string } = {}) {
  await activateLocale(localeOf(language) as (typeof LOCALES)[number]);
  await loadAllTexts();
  const onChoose = vi.fn();
  render(<Calendar value="2026-11-21" today="2026-11-27" onChoose={onChoose} {...limits} />);
  return onChoose;
}

it('goes by arrows, weeks and months, and chooses by Enter', async () => {
  const onChoose = await show('en');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/21 November 2026/);
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/29 December 2026/);
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.calls).toEqual([['2026-12-29']]);
  // One day is on the way of Tab, not thirty.
  expect(document.querySelectorAll('[role=gridcell] [tabindex="0"]')).toHaveLength(1);
});

it.each([
  ['en', 'Monday', '21'],
  ['ja', '日曜日', '21'],
  ['ar', 'السبت', '21'],
])('begins its weeks as %s does, with Western digits', async (language, first, digits) => {
  await show(language);
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toContain(first);
  expect(document.activeElement?.textContent).toBe(digits);
});

it('does not choose a day beyond a limit', async () => {
  const onChoose = await show('en', { max: '2026-11-21' });
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
});
