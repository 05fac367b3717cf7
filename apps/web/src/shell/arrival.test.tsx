// Promise: after a change of page the focus is on the page and its name is said; what the page keeps or begins with
// has the focus before it.
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PATHS } from '../lib/paths.ts';
import { useArrival } from './arrival.ts';

/** A page with a link, or the log-in with the field it begins with, in a frame with a button. */
function Product(): ReactElement {
  const [path] = useLocation();
  useArrival();
  return (
    <>
      <button type="button">Theme</button>
      <main id="content" tabIndex={-1} aria-label={path}>
        {path === PATHS.login ? (
          <input ref={(field) => field?.focus()} />
        ) : (
          <a key={path} href="/receipt/1">
            Receipt
          </a>
        )}
      </main>
    </>
  );
}

const go = (to: string): void => act(() => navigate(to));
const main = (name: string) => screen.getByRole('main', { name });

beforeEach(() => {
  history.replaceState(null, '', PATHS.detail);
  render(<Product />);
});
afterEach(cleanup);

it('takes no focus on the first page: the first Tab is the frame’s', () => {
  expect(document.activeElement).toBe(document.body);
});

it('leads to the page when what was pressed went with the last one', () => {
  screen.getByRole('link').focus();
  go(PATHS.market);
  expect(document.activeElement).toBe(main(PATHS.market));
});

it('leads to the page when what was pressed stands in the frame', () => {
  screen.getByRole('button').focus();
  go(PATHS.market);
  expect(document.activeElement).toBe(main(PATHS.market));
});

it('leads to another text of the same page', () => {
  go(PATHS.content);
  screen.getByRole('button').focus();
  go(`${PATHS.content}?id=2`);
  expect(document.activeElement).toBe(main(PATHS.content));
});

it('leaves the list of markets its focus when another market is chosen', () => {
  const link = screen.getByRole('link');
  link.focus();
  go(`${PATHS.detail}?id=2`);
  expect(document.activeElement).toBe(link);
});

it('leaves the focus in the field a page begins with', () => {
  go(PATHS.login);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
