import { describe, expect, it } from 'vitest';
import { PATHS, href, pageOf } from './paths.ts';
import { safeNext } from './safe-next.ts';

describe('paths', () => {
  it('lead every address back to its page, and unknown ones to none', () => {
    for (const [name, path] of Object.entries(PATHS)) expect(pageOf(path)).toBe(name);
    expect(pageOf('/market/')).toBe('market');
    expect(pageOf('/nowhere')).toBeNull();
  });

  it('write what a page’s address carries', () => {
    expect(href('detail', { code: 'BTC/USDT', type: '2' })).toBe(
      '/cruuency?code=BTC%2FUSDT&type=2',
    );
    expect(href('login')).toBe('/pass/login');
  });
});

describe('safeNext', () => {
  it('goes on only to places inside the product', () => {
    const foreign = ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)'];
    for (const next of [...foreign, undefined, '/pass/login', '/api/loginCallback/google']) {
      expect(safeNext(next), String(next)).toBe('/market');
    }
    expect(safeNext('/profile?tab=orders')).toBe('/profile?tab=orders');
  });
});
