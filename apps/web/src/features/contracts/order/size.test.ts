import { describe, expect, it } from 'vitest';
import { leverageSteps } from './size.ts';

describe('leverage on offer', () => {
  it('ends with the cap', () => {
    expect(leverageSteps(2)).toEqual([1, 2]);
    expect(leverageSteps(30)).toEqual([1, 2, 3, 5, 10, 20, 30]);
    expect(leverageSteps(1)).toEqual([1]);
    expect(leverageSteps(25)).toEqual([1, 2, 3, 5, 10, 20, 25]);
  });
});
