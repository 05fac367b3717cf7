// A step that fails or breaks is never taken for one that passed.
import { describe, expect, it } from 'vitest';
import { readArchitecture } from './boundaries/architecture.ts';
import { inPlanted } from './boundaries/planted/write.ts';
import { type Step, runNode, runSteps } from './check/run.ts';
import { MARKS, diagramOf, pageWith } from './write-diagram.ts';

const step = (name: string, ok: boolean): Step => ({
  name,
  run: () => Promise.resolve([{ name, ok, detail: '' }]),
});

describe('the runner', () => {
  it('answers in the order of the steps and tells of each once', async () => {
    const told: string[] = [];
    const slow: Step = {
      name: 'slow',
      run: () =>
        new Promise((resolve) => {
          setTimeout(() => resolve([{ name: 'slow', ok: true, detail: '' }]), 20);
        }),
    };
    const found = await runSteps([slow, step('quick', false)], ({ name }) => told.push(name));
    expect(found.map(({ name, ok }) => [name, ok])).toEqual([
      ['slow', true],
      ['quick', false],
    ]);
    expect(told.toSorted()).toEqual(['quick', 'slow']);
  });

  it('fails a step that throws and goes on with the others', async () => {
    const broken: Step = { name: 'broken', run: () => Promise.reject(new Error('no such file')) };
    const found = await runSteps([broken, step('next', true)], () => undefined);
    expect(found.map(({ ok }) => ok)).toEqual([false, true]);
    expect(found[0]?.detail).toContain('no such file');
  });

  it('hears what a program says and how it ends', async () => {
    const said = await runNode('.', [
      '-e',
      'console.log("out"); console.error("err"); process.exit(3)',
    ]);
    expect(said.code).toBe(3);
    expect(said.output.split('\n').toSorted()).toEqual(['err', 'out']);
    expect((await runNode('.', ['-e', 'process.kill(process.pid, "SIGKILL")'])).code).toBeNull();
  });
});

describe('the picture', () => {
  const table = inPlanted({}, readArchitecture);

  it('names every package, app and capability once', () => {
    const words = diagramOf(table).match(/[a-z0-9]+/g) ?? [];
    const tiers = diagramOf(table).slice(diagramOf(table).indexOf('inside the server'));
    for (const capability of table.serverTiers.flat()) {
      expect(tiers.match(new RegExp(`\\b${capability}\\b(?!\\.)`, 'g')), capability).toHaveLength(
        1,
      );
    }
    for (const name of [...table.packages.layers.flat(), ...Object.keys(table.apps)]) {
      expect(words).toContain(name);
    }
  });

  it('replaces what stands between its marks and nothing else', () => {
    const page = `before\n${MARKS.from}\nold\n${MARKS.to}\nafter\n`;
    const written = pageWith(page, 'new');
    expect(written).toBe(`before\n${MARKS.from}\nnew\n${MARKS.to}\nafter\n`);
    expect(pageWith(written ?? '', 'new')).toBe(written);
    expect(pageWith('a page without marks', 'new')).toBeNull();
  });
});
