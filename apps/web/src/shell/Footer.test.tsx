// Promise: the footer says who runs the installation as far as the operator said, and links https alone.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { success } from '@candor/protocol';
import { speak } from '../testing/speak.ts';
import { Copyright, Footer, ListColumn, Operator } from './Footer.tsx';

beforeAll(() => speak('en'));
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

/** Answers published values by their key. */
function publish(values: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const key =
      String(input instanceof Request ? input.url : input)
        .split('/')
        .at(-1) ?? '';
    const value = values[key] ?? 'Not set by the operator';
    return Response.json(success({ key, value, since: null }));
  });
}

it('shows what was said, each text once, and links to addresses of https', async () => {
  publish({
    'operator.name': 'Candor Ltd',
    'operator.licence': 'Licence 1234',
    'operator.social': 'https://t.example/candor, https://www.x.example/@candor',
  });
  render(<Operator />);
  expect((await screen.findByText('Candor Ltd')).tagName).toBe('BDI');
  expect(await screen.findByText('Licence 1234')).toBeTruthy();
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['t.example', 'https://t.example/candor'],
    ['x.example', 'https://www.x.example/@candor'],
  ]);
  expect(links.every((link) => link.getAttribute('rel') === 'noopener noreferrer')).toBe(true);
  expect(screen.queryByText(/Not set/)).toBeNull();
});

it('shows nothing of what nobody set, and no address that is not https', async () => {
  publish({ 'operator.name': 'Candor Ltd', 'operator.social': 'javascript:alert(1)' });
  render(<Operator />);
  expect(await screen.findByText('Candor Ltd')).toBeTruthy();
  expect(screen.queryAllByRole('link')).toEqual([]);
  cleanup();
  publish({});
  const { container } = render(<Operator />);
  await vi.waitFor(() => expect(container.textContent).toBe(''));
});

it('has no column of texts where there is none in the reader’s language', async () => {
  const listed = (records: readonly object[]) =>
    vi.stubGlobal('fetch', async () => Response.json(success(records)));
  listed([{ id: 'a', title: 'Terms of use' }]);
  render(<ListColumn type="2" title="footer.policy" />);
  expect(await screen.findByText('Terms of use')).toBeTruthy();
  cleanup();
  listed([]);
  const { container } = render(<ListColumn type="2" title="footer.policy" />);
  await vi.waitFor(() => expect(container.textContent).toBe(''));
});

it('leads to each address once, by words that stand there once', async () => {
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    Response.json(success(/\/contents?\//.test(String(input)) ? [] : null)),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Footer />
    </QueryClientProvider>,
  );
  const links = await screen.findAllByRole('link');
  const words = links.map(({ textContent }) => textContent);
  const pages = links.map((link) => link.getAttribute('href')?.split(/[#?]/)[0]);
  expect(words.length).toBeGreaterThan(8);
  expect(new Set(words).size).toBe(words.length);
  expect(new Set(pages).size).toBe(pages.length);
});

it.each([
  ['from the first year to this one', '2025', /^© 2025–20\d\d Candor$/],
  ['by one year, where it is the first', '2999', /^© 2999 Candor$/],
])('dates the copyright %s', async (_, first, line) => {
  publish({ 'copyright.year': first });
  render(<Copyright />);
  expect(await screen.findByText(line)).toBeTruthy();
});
