import { describe, expect, it, vi } from 'vitest';

// jsdom has no media queries; nothing here depends on what they answer.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { isHandheld } = await import('./layout.ts');

describe('isHandheld', () => {
  it('knows phones and tablets by their agent, an iPad that says Macintosh by its touch', () => {
    expect(isHandheld('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5)).toBe(true);
    expect(isHandheld('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe(true);
    expect(isHandheld('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe(true);
    expect(isHandheld('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBe(false);
    expect(isHandheld('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10)).toBe(false);
  });
});
