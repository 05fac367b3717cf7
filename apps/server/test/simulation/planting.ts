import { afterEach, expect } from 'vitest';
import type { findKept } from '../../src/platform/commit/idempotency.ts';
import type { TestApp } from '../start-app.ts';

/** What is planted, what has to be found of it, and commands in which it shows. */
export type Fault<Command> = readonly [string, RegExp, readonly Command[]];

type Stage<Command, World> = {
  /** Holds the name of the fault that is planted; a file makes it where its mocks see it. */
  readonly planted: { fault: string };
  readonly start: () => Promise<World>;
  /** Plays commands; answers what was found, behind the command it came after. */
  readonly play: (world: World, commands: readonly Command[]) => Promise<string[]>;
};

/**
 * What finds faults that are put in the place of functions of the product. The product has no hook for it: the file
 * that calls this mocks its modules. Invariants have formulas of their own, so none of them is fooled as well.
 */
export function createPlanting<Command, World extends { readonly product: Pick<TestApp, 'stop'> }>(
  stage: Stage<Command, World>,
) {
  const { planted, start, play } = stage;
  let world: World | null = null;
  afterEach(async () => {
    planted.fault = '';
    // The books may be wrong by now, which is what the test is about.
    await world?.product.stop().catch(() => undefined);
    world = null;
  });

  /** What is found; of what the database or an assertion stopped, its message, which the fault names. */
  async function findings(on: World, commands: readonly Command[]): Promise<string[]> {
    try {
      return await play(on, commands);
    } catch (error) {
      return ['', `stopped: ${(error as Error).message}`];
    }
  }

  /** What the commands find of a fault that is planted. */
  async function found(fault: string, commands: readonly Command[]): Promise<string> {
    world = await start();
    planted.fault = fault;
    return (await findings(world, commands)).slice(1).join('\n');
  }

  async function foundUnplanted(
    faults: readonly Fault<Command>[],
    between: readonly Command[] | null,
  ): Promise<string[]> {
    for (const [, , commands] of faults) {
      world ??= await start();
      const wrong = await play(world, [...(between ?? []), ...commands]);
      if (wrong.length > 0) return wrong;
      if (between !== null) continue;
      await world.product.stop();
      world = null;
    }
    await world?.product.stop();
    world = null;
    return [];
  }

  return {
    /** A fault that is planted is found, by the name of what it breaks. */
    async expectFound(...[fault, wanted, commands]: Fault<Command>): Promise<void> {
      expect(await found(fault, commands), 'a planted fault was not found').toMatch(wanted);
    },

    /**
     * The same commands find nothing with nothing planted: of each fault on a product of its own where `between` is
     * null, else one behind the other. What an earlier one left may refuse a later one, and nothing more.
     */
    async expectNothing(
      faults: readonly Fault<Command>[],
      between: readonly Command[] | null,
    ): Promise<void> {
      expect(await foundUnplanted(faults, between)).toEqual([]);
    },
  };
}

/** How long all faults of a file may take that are played one behind the other. */
export const ALL_FAULTS_MS = 180_000;

/** The module of kept answers, which finds none while a fault is planted. */
export function ignoringKept<Module extends { readonly findKept: typeof findKept }>(
  real: Module,
  isPlanted: () => boolean,
): Module {
  const ignoring: typeof findKept = async (sql, requests) =>
    isPlanted() ? new Map() : real.findKept(sql, requests);
  return { ...real, findKept: ignoring };
}

/** The day behind one. */
export const nextDay = <Day extends string>(day: Day): Day =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10) as Day;
