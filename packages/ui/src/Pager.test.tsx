// Promise: every list is stepped through in one way, and never stays on a page that is not there.
import { activateLocale, loadAllTexts, localeOf, type LOCALES } from '@candor/locales';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Pager } from './Pager.tsx';

const onPage = vi.fn<(page: number) => void>();
const list = { label: 'Orders', size: 20, isOnItsWay: false, onPage, end: 'No more' };

beforeAll(loadAllTexts);
beforeEach(() => {
  activateLocale(localeOf('en') as (typeof LOCALES)[number]);
  onPage.mockClear();
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });

it('is not there for a list of one page, or of none', () => {
  const { container, rerender } = render(<Pager {...list} page={1} total={20} />);
  expect(container.childElementCount).toBe(0);
  rerender(<Pager {...list} page={1} total={0} />);
  expect(container.childElementCount).toBe(0);
  expect(onPage).not.toHaveBeenCalled();
});

it('steps to the next page and back, and no further than there are', async () => {
  const { rerender } = render(<Pager {...list} page={1} total={41} />);
  expect(screen.getByRole('navigation', { name: 'Orders' }).textContent).toContain('1');
  expect(button('Previous page')).toHaveProperty('disabled', true);
  expect(screen.queryByText('No more')).toBeNull();
  await userEvent.click(button('Next page'));
  rerender(<Pager {...list} page={3} total={41} />);
  expect(button('Next page')).toHaveProperty('disabled', true);
  expect(screen.getByText('No more')).not.toBeNull();
  await userEvent.click(button('Previous page'));
  expect(onPage.mock.calls).toEqual([[2], [2]]);
});

it('goes to the last page when its own has gone', () => {
  const { rerender } = render(<Pager {...list} page={2} total={21} />);
  rerender(<Pager {...list} page={2} total={20} isOnItsWay />);
  expect(onPage).not.toHaveBeenCalled();
  rerender(<Pager {...list} page={2} total={20} />);
  expect(onPage.mock.calls).toEqual([[1]]);
});
