// Promise: the margin bar says what comes next.
import { describe, expect, it } from 'vitest';
import { marginBand } from './margin-notice.ts';

describe('the margin level', () => {
  it('belongs to the lowest line it is under', () => {
    const bands = ['1.2', '1', '0.99', '0.75', '0.74', '0.6', '0.59', '0.5', '0.49'].map(
      marginBand,
    );
    expect(bands).toEqual([null, null, '100', '100', '75', '75', '60', '60', '50']);
    expect(marginBand(null)).toBeNull();
  });
});
