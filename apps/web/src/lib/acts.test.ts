// Promise: an act that moves money happens once, however often it is pressed or sent.
import { describe, expect, it, vi } from 'vitest';
import { type Attempt, type Outcome, type PendingAct, performAct } from './acts.ts';

const act: Omit<PendingAct, 'requestId'> = { userId: 'u', mode: 'demo', content: '{"lots":"1"}' };

function world(attempts: Attempt<string>[], outcomes: Outcome<string>[] = []) {
  let kept: readonly PendingAct[] = [];
  let made = 0;
  const sent: string[] = [];
  const asked: string[] = [];
  const pauses: number[] = [];
  const perform = (one = act) =>
    performAct<string>({
      store: { load: () => kept, save: (acts) => (kept = acts) },
      act: one,
      newId: () => `id-${(made += 1)}`,
      send: async (requestId) => {
        sent.push(requestId);
        expect(kept.map((item) => item.requestId)).toContain(requestId);
        return attempts.shift() ?? { kind: 'silence' };
      },
      outcome: async (requestId) => {
        asked.push(requestId);
        return outcomes.shift() ?? { kind: 'unreachable' };
      },
      pause: async (ms) => void pauses.push(ms),
    });
  return { perform, sent, asked, pauses, kept: () => kept };
}

describe('an act that moves money', () => {
  it('has its id written down before it leaves, and forgets it with the answer', async () => {
    const { perform, kept } = world([{ kind: 'done', result: 'order' }]);
    expect(await perform()).toEqual({ kind: 'done', result: 'order' });
    expect(kept()).toEqual([]);
  });

  it('after a refusal is a new act when pressed again', async () => {
    const refused = { kind: 'refused', failure: { name: 'free-margin-short' } } as const;
    const { perform, sent } = world([refused, refused]);
    await perform();
    await perform();
    expect(sent).toEqual(['id-1', 'id-2']);
  });

  it('asks after silence and takes the kept answer', async () => {
    const answered = { kind: 'answered', attempt: { kind: 'done', result: 'kept' } } as const;
    const { perform, asked, pauses, kept } = world(
      [{ kind: 'silence' }],
      [{ kind: 'running' }, { kind: 'unreachable' }, answered],
    );
    expect(await perform()).toEqual({ kind: 'done', result: 'kept' });
    expect(asked).toEqual(['id-1', 'id-1', 'id-1']);
    expect(pauses).toEqual([500, 1_000]);
    expect(kept()).toEqual([]);
  });

  it('goes out under the same id when the server never saw it', async () => {
    const { perform, sent } = world(
      [{ kind: 'silence' }, { kind: 'done', result: 'order' }],
      [{ kind: 'none' }],
    );
    expect(await perform()).toEqual({ kind: 'notSent' });
    expect(await perform()).toEqual({ kind: 'done', result: 'order' });
    expect(sent).toEqual(['id-1', 'id-1']);
  });

  it('stays unknown, and keeps its id, while nobody answers', async () => {
    const { perform, sent, kept } = world([]);
    expect(await perform()).toEqual({ kind: 'unknown' });
    expect(kept()).toHaveLength(1);
    await perform();
    expect(sent).toEqual(['id-1', 'id-1']);
  });

  it('with other content, user or books is another act', async () => {
    const { perform, sent } = world([]);
    await perform();
    await perform({ ...act, content: '{"lots":"2"}' });
    await perform({ ...act, mode: 'real' });
    await perform({ ...act, userId: 'v' });
    expect(sent).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
  });

  it('tells the page when the answer is late', async () => {
    const onSilence = vi.fn();
    await performAct<string>({
      store: { load: () => [], save: () => undefined },
      act,
      newId: () => 'id',
      send: async () => ({ kind: 'silence' }),
      outcome: async () => ({ kind: 'none' }),
      pause: async () => undefined,
      onSilence,
    });
    expect(onSilence).toHaveBeenCalledTimes(1);
  });
});
