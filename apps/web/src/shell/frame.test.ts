import { describe, expect, it } from 'vitest';
import { frameOf } from './frame.ts';
import { tabOf } from './tabs.ts';

describe('frameOf', () => {
  it('leaves navigation out where a page fills the window', () => {
    expect(frameOf('/api/loginCallback/google', 'desktop').navigation).toBe(false);
    expect(frameOf('/service.html', 'mobile').navigation).toBe(false);
    expect(frameOf('/', 'mobile').navigation).toBe(true);
  });

  it('leaves footer and tab bar out of access pages, and of one market on a phone only', () => {
    expect(frameOf('/pass/login', 'desktop').foot).toBe(false);
    expect(frameOf('/pass/register', 'mobile').foot).toBe(false);
    expect(frameOf('/cruuency', 'mobile').foot).toBe(false);
    expect(frameOf('/cruuency', 'desktop').foot).toBe(true);
  });

  it('hides the access buttons on access pages', () => {
    expect(frameOf('/pass/login', 'desktop').access).toBe(false);
    expect(frameOf('/loan', 'desktop').access).toBe(true);
  });
});

describe('tabOf', () => {
  it('finds the section by the first segment, one market’s page included', () => {
    const paths = ['/', '/market', '/cruuency', '/profile/invite', '/help', '/pass/login'];
    expect(paths.map(tabOf)).toEqual(['home', 'market', 'market', 'profile', null, null]);
  });
});
