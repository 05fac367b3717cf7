// Promise: an answer that was kept reads exactly as one that arrived.
import { describe, expect, it } from 'vitest';
import { attemptOfEnvelope } from './money-commands.ts';

describe('a kept answer', () => {
  it('is a result', () => {
    const text = JSON.stringify({ code: '200', message: '20004', result: { id: 'o1' } });
    expect(attemptOfEnvelope(text)).toEqual({ kind: 'done', result: { id: 'o1' } });
  });

  it('is a refusal with its field and figures', () => {
    const text = JSON.stringify({
      code: '10011',
      message: 'free-margin-short',
      result: {
        name: 'free-margin-short',
        field: 'lots',
        facts: { need: '337.06', have: '120.4' },
        fields: [],
      },
    });
    expect(attemptOfEnvelope(text)).toEqual({
      kind: 'refused',
      failure: {
        name: 'free-margin-short',
        field: 'lots',
        facts: { need: '337.06', have: '120.4' },
      },
    });
  });

  it('with a code of another version is a refusal nobody can name', () => {
    const text = JSON.stringify({ code: '77777', message: 'x', result: null });
    expect(attemptOfEnvelope(text)).toEqual({ kind: 'refused', failure: { name: 'unknown' } });
  });
});
