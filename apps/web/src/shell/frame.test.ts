import { describe, expect, it } from 'vitest';
import { PATHS } from '../lib/paths.ts';
import { frameOf } from './frame.ts';
import { tabOf } from './tabs.ts';

const pathsWhere = (is: (path: string) => boolean): string[] => Object.values(PATHS).filter(is);

describe('frameOf, for every page there is', () => {
  it('leaves navigation out where a page fills the window, on any device', () => {
    for (const layout of ['desktop', 'mobile'] as const) {
      const full = pathsWhere((path) => !frameOf(path, layout).navigation);
      expect(full).toEqual(['/api/loginCallback/google', '/service.html']);
    }
  });

  it('leaves footer and tab bar out of those, of access pages, of flows, and of one market on a phone', () => {
    const bare = [
      ...['/pass/register', '/pass/login', '/pass/reset', '/pass/not-me'],
      ...['/pass/unsubscribe', '/loan/identity', '/loan/apply'],
    ];
    const full = ['/api/loginCallback/google', '/service.html'];
    const footless = (layout: 'desktop' | 'mobile'): string[] =>
      pathsWhere((path) => !frameOf(path, layout).foot).toSorted();
    expect(footless('desktop')).toEqual([...bare, ...full].toSorted());
    expect(footless('mobile')).toEqual([...bare, ...full, '/cruuency'].toSorted());
  });

  it('hides the access buttons on access pages alone', () => {
    const without = pathsWhere((path) => !frameOf(path, 'desktop').access);
    expect(without.every((path) => path.startsWith('/pass/'))).toBe(true);
    expect(without).toHaveLength(5);
  });

  it('lets the market’s pages fill a wide window, and nothing fill a phone’s', () => {
    expect(pathsWhere((path) => frameOf(path, 'desktop').workspace)).toEqual([
      '/market',
      '/cruuency',
    ]);
    expect(pathsWhere((path) => frameOf(path, 'mobile').workspace)).toEqual([]);
  });

  it('reads an address that ends with a stroke as the same page', () => {
    for (const path of pathsWhere((one) => one !== '/')) {
      expect(frameOf(`${path}/`, 'mobile'), path).toEqual(frameOf(path, 'mobile'));
    }
  });
});

describe('tabOf', () => {
  it('finds the section by the first segment, one market’s page included', () => {
    const sections: Readonly<Record<string, string | null>> = {
      '/': 'home',
      '/market': 'market',
      '/cruuency': 'market',
      '/trading': 'trading',
      '/trading/7': 'trading',
      '/loan': 'loan',
      '/nfts': 'nfts',
      '/nfts/7': 'nfts',
      '/profile': 'profile',
      '/profile/invite': 'profile',
      '/profile/balance': 'profile',
      '/help': null,
      '/help/faq': null,
      '/settings': null,
      '/pass/login': null,
      '/profiles': null,
    };
    const found = Object.fromEntries(Object.keys(sections).map((path) => [path, tabOf(path)]));
    expect(found).toEqual(sections);
  });
});
