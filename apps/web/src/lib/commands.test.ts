// Promise: a command that moves money happens once: its id is its own, whatever was pressed before
// or is pressed after, whatever page, tab or user, and whenever the page died.
import { describe, expect, it, vi } from 'vitest';
import {
  type Command,
  type CommandPorts,
  type Attempt,
  type KnownEnd,
  type Outcome,
  performCommand,
  settleKept,
} from './commands.ts';

let presses = 0;
const press = (parts: Partial<Command> = {}): Command => ({
  requestId: `id-${(presses += 1)}`,
  userId: 'mara',
  mode: 'demo',
  name: 'contracts.open',
  params: null,
  // Each press of a market order holds another price.
  body: { code: 'BTC/USDT', direction: 'buy', lots: '0.1', quoteId: `quote-${presses}` },
  pressedAt: presses,
  ...parts,
});
const halfOf = (parts: Partial<Command> = {}): Command =>
  press({ name: 'contracts.close', params: { id: 'c' }, body: { lots: '0.5' }, ...parts });

/** A server that decides each id once, and no id that was annulled. */
function openServer() {
  const decided = new Map<string, Attempt<unknown> | 'annulled'>();
  const server = {
    isAway: false,
    /** Answers are lost on the way back. */
    isMute: false,
    isSlow: false,
    answer: { kind: 'done', result: 'filled' } as Attempt<unknown>,
    acts: [] as string[],
    decide(command: Command): Attempt<unknown> {
      const before = decided.get(command.requestId);
      if (before === 'annulled') return { kind: 'refused', failure: { name: 'request-reused' } };
      if (before !== undefined) return before;
      decided.set(command.requestId, server.answer);
      if (server.answer.kind === 'done') server.acts.push(command.requestId);
      return server.answer;
    },
    outcome({ requestId }: Command): Outcome<unknown> {
      if (server.isAway) return { kind: 'unreachable' };
      if (server.isSlow) return { kind: 'running' };
      const before = decided.get(requestId);
      if (before !== undefined && before !== 'annulled')
        return { kind: 'answered', attempt: before };
      decided.set(requestId, 'annulled');
      return { kind: 'none' };
    },
  };
  return server;
}

/** What the tabs of one browser share. */
const openBrowser = () => ({ kept: new Map<string, Command>(), locks: new Map<string, object>() });

/**
 * When a page is killed: before its command left, while it is on its way, or before its answer
 * came.
 */
type Moment = 'written' | 'on its way' | 'decided';
const MOMENTS: readonly Moment[] = ['written', 'on its way', 'decided'];

type World = {
  readonly server: ReturnType<typeof openServer>;
  readonly browser: ReturnType<typeof openBrowser>;
};

function openPage({ server, browser }: World, killedWhen?: Moment) {
  const page = {};
  const told: [string, KnownEnd<unknown>['kind']][] = [];
  const sent: string[] = [];
  const pauses: number[] = [];
  const waited = new Map<string, ReturnType<typeof performCommand<unknown>>>();
  let arrive: () => void = () => undefined;
  const kill = (): Promise<never> => {
    for (const [id, owner] of browser.locks) if (owner === page) browser.locks.delete(id);
    return new Promise<never>(() => undefined);
  };
  const ports: CommandPorts = {
    store: {
      load: () => [...browser.kept.values()],
      keep: (command) => void browser.kept.set(command.requestId, command),
      forget: (requestId) => void browser.kept.delete(requestId),
    },
    send: async (command) => {
      sent.push(command.requestId);
      expect(browser.kept.has(command.requestId)).toBe(true);
      if (killedWhen === 'on its way') arrive = () => void server.decide(command);
      if (killedWhen === 'decided') server.decide(command);
      if (killedWhen !== undefined) return kill();
      if (server.isAway || server.isSlow) return { kind: 'silence' };
      const attempt = server.decide(command);
      return server.isMute ? { kind: 'silence' } : attempt;
    },
    outcome: async (command) => server.outcome(command),
    pause: async (ms) => void pauses.push(ms),
    hold: async (requestId, work) => {
      if (browser.locks.has(requestId)) return null;
      browser.locks.set(requestId, page);
      return work().finally(() => browser.locks.delete(requestId));
    },
    ending: (requestId) => waited.get(requestId) ?? null,
  };
  return {
    sent,
    told,
    pauses,
    kill,
    /** What was on its way reaches the server. */
    arrive: () => arrive(),
    perform: (command: Command, onSilence?: () => unknown) => {
      const ending = performCommand<string>(command, { ports, onSilence });
      waited.set(command.requestId, ending);
      return ending.finally(() => waited.delete(command.requestId));
    },
    start: (userId = 'mara') =>
      settleKept({
        ports,
        userId,
        tell: ({ requestId }, { kind }) => void told.push([requestId, kind]),
      }),
  };
}

const openWorld = (): World => ({ server: openServer(), browser: openBrowser() });
/** Presses and lets the page die; resolves when it has. */
async function die(page: ReturnType<typeof openPage>, command: Command): Promise<void> {
  void page.perform(command);
  await vi.waitFor(() => expect(page.sent).toContain(command.requestId));
}

describe('a press that is answered', () => {
  it('is written down before it leaves, and forgotten with the answer', async () => {
    const world = openWorld();
    const page = openPage(world);
    expect(await page.perform(press())).toEqual({ kind: 'done', result: 'filled' });
    expect(world.browser.kept.size).toBe(0);
  });

  it('never gives its id to another press of the same, done or refused', async () => {
    const world = openWorld();
    world.server.answer = { kind: 'refused', failure: { name: 'free-margin-short' } };
    const page = openPage(world);
    const [one, two] = [press(), press()];
    await page.perform(one);
    await page.perform(two);
    expect(page.sent).toEqual([one.requestId, two.requestId]);
  });
});

describe('after silence', () => {
  it('asks after silence and takes the kept answer', async () => {
    const world = openWorld();
    world.server.isMute = true;
    const onSilence = vi.fn();
    const page = openPage(world);
    expect(await page.perform(press(), onSilence)).toEqual({ kind: 'done', result: 'filled' });
    expect(onSilence).toHaveBeenCalledTimes(1);
    expect(world.browser.kept.size).toBe(0);
  });

  it('what nobody decided is said not to have happened, and cannot happen later', async () => {
    const world = openWorld();
    const command = press();
    const page = openPage(world);
    world.server.isAway = true;
    const ending = page.perform(command, () => (world.server.isAway = false));
    expect(await ending).toEqual({ kind: 'notSent' });
    world.server.decide(command);
    expect(world.server.acts).toEqual([]);
    expect(world.browser.kept.size).toBe(0);
  });

  it('stays unknown while nobody answers; pressed again nothing leaves, and the end is told', async () => {
    const world = openWorld();
    const command = press();
    const page = openPage(world);
    world.server.isMute = true;
    world.server.isAway = true;
    expect(await page.perform(command)).toEqual({ kind: 'unknown' });
    expect(page.pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000]);
    expect(await page.perform(press())).toEqual({ kind: 'unknown' });
    expect(page.sent).toEqual([command.requestId]);
    expect(await page.start()).toBe(true);
    expect(page.told).toEqual([]);
    world.server.isAway = false;
    expect(await page.start()).toBe(false);
    expect(page.told).toEqual([[command.requestId, 'notSent']]);
  });
});

describe('two presses of the same in one page', () => {
  it('the second waits for the first, and is sent once that one is answered', async () => {
    const world = openWorld();
    const page = openPage(world);
    const [one, two] = [press(), press()];
    const ends = await Promise.all([page.perform(one), page.perform(two)]);
    expect(ends.map(({ kind }) => kind)).toEqual(['done', 'done']);
    expect(world.server.acts).toEqual([one.requestId, two.requestId]);
  });

  it('nothing leaves while nobody knows what became of the first', async () => {
    const world = openWorld();
    world.server.isMute = true;
    const page = openPage(world);
    const one = press();
    const ends = await Promise.all([
      page.perform(one, () => (world.server.isAway = true)),
      page.perform(press()),
    ]);
    expect(ends.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    expect(page.sent).toEqual([one.requestId]);
  });
});

describe('a page that is killed', () => {
  it.each(MOMENTS)(
    '%s: the next start says what became of it, once, and forgets it',
    async (at) => {
      const world = openWorld();
      const command = press();
      const killed = openPage(world, at);
      await die(killed, command);
      const next = openPage(world);
      expect(await next.start()).toBe(false);
      expect(next.told).toEqual([[command.requestId, at === 'decided' ? 'done' : 'notSent']]);
      killed.arrive();
      expect(world.server.acts).toEqual(at === 'decided' ? [command.requestId] : []);
      await next.start();
      expect(next.told).toHaveLength(1);
      expect(world.browser.kept.size).toBe(0);
    },
  );

  it.each(MOMENTS)('%s: a market order pressed again doubles no position', async (at) => {
    const world = openWorld();
    const [first, again] = [press(), press()];
    const killed = openPage(world, at);
    await die(killed, first);
    const next = openPage(world);
    const end = await next.perform(again);
    killed.arrive();
    expect(world.server.acts).toHaveLength(1);
    if (at !== 'decided') expect(end).toEqual({ kind: 'done', result: 'filled' });
    else {
      expect(end).toEqual({ kind: 'earlier', command: first });
      expect(next.sent).toEqual([]);
      // A user who has read that and presses once more wants another.
      expect(await next.perform(press())).toMatchObject({ kind: 'done' });
    }
  });

  it.each([
    ['plans.buy', { productId: 'p' }, { productId: 'q' }],
    ['plans.paper', { strategy: 'trend' }, { strategy: 'grid' }],
  ])('%s pressed again buys no plan twice', async (name, body, other) => {
    const world = openWorld();
    const first = press({ name, body });
    await die(openPage(world, 'decided'), first);
    const next = openPage(world);
    expect(await next.perform(press({ name, body }))).toEqual({ kind: 'earlier', command: first });
    expect(await next.perform(press({ name, body: other }))).toMatchObject({ kind: 'done' });
    expect(world.server.acts).toHaveLength(2);
  });

  it.each(MOMENTS)('%s: half a position closed again is not closed whole', async (at) => {
    const world = openWorld();
    const first = halfOf();
    const killed = openPage(world, at);
    await die(killed, first);
    const next = openPage(world);
    await next.perform(halfOf());
    killed.arrive();
    expect(world.server.acts).toHaveLength(1);
    // Of another contract, or of the other account, it is another close.
    await next.perform(halfOf({ params: { id: 'd' } }));
    await next.perform(halfOf({ mode: 'real' }));
    expect(world.server.acts).toHaveLength(3);
  });

  it.each([
    ['close all', press({ name: 'contracts.close-all', body: {} })],
    ['a close', press({ name: 'contracts.close', params: { id: 'c' }, body: {} })],
    [
      'a stop moved back',
      press({ name: 'contracts.amend', params: { id: 'c' }, body: { stopLoss: '1' } }),
    ],
    ['a cancel', press({ name: 'contracts.cancel', params: { id: 'c' }, body: {} })],
  ])('days later %s is an act of its own, and is sent at once', async (_, command) => {
    for (const at of MOMENTS) {
      const world = openWorld();
      await die(openPage(world, at), { ...command, requestId: `old-${at}` });
      const next = openPage(world);
      const now = { ...command, requestId: `new-${at}` };
      expect(await next.perform(now)).toEqual({ kind: 'done', result: 'filled' });
      expect(world.server.acts.at(-1)).toBe(now.requestId);
    }
  });

  it('is asked about until the server has decided', async () => {
    const world = openWorld();
    const command = press();
    await die(openPage(world, 'decided'), command);
    world.server.isSlow = true;
    const next = openPage(world);
    expect(await next.start()).toBe(true);
    world.server.isSlow = false;
    expect(await next.start()).toBe(false);
    expect(next.told).toEqual([[command.requestId, 'done']]);
  });
});

describe('two tabs', () => {
  it('what one waits for the other neither annuls nor tells, and does not hold its own press back', async () => {
    const world = openWorld();
    world.server.isSlow = true;
    const [one, two] = [press(), press()];
    const a = openPage(world);
    let wake: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (wake = resolve));
    const ends = a.perform(one, wake);
    await waiting;
    const b = openPage(world);
    expect(world.browser.kept.has(one.requestId)).toBe(true);
    expect(await b.start()).toBe(true);
    expect(b.told).toEqual([]);
    world.server.isSlow = false;
    expect((await ends).kind).toBe('notSent');
    expect(await b.perform(two)).toMatchObject({ kind: 'done' });
  });

  it('both at once are two orders', async () => {
    const world = openWorld();
    const [one, two] = [press(), press()];
    await Promise.all([openPage(world).perform(one), openPage(world).perform(two)]);
    expect(world.server.acts).toHaveLength(2);
  });

  it('one that dies is told of by the other, and by one of them alone', async () => {
    const world = openWorld();
    const command = press();
    await die(openPage(world, 'decided'), command);
    const [a, b] = [openPage(world), openPage(world)];
    await Promise.all([a.start(), b.start()]);
    expect([...a.told, ...b.told]).toEqual([[command.requestId, 'done']]);
  });
});

describe('two users', () => {
  it('hear each of their own acts alone, and neither holds the other back', async () => {
    const world = openWorld();
    const command = press();
    await die(openPage(world, 'decided'), command);
    const theirs = openPage(world);
    expect(await theirs.start('noor')).toBe(false);
    expect(theirs.told).toEqual([]);
    expect(await theirs.perform(press({ userId: 'noor' }))).toMatchObject({ kind: 'done' });
    const back = openPage(world);
    await back.start('mara');
    expect(back.told).toEqual([[command.requestId, 'done']]);
  });
});
