import type { Plugin } from 'vite';

/** Icons used in another weight than regular, and those weights. */
const EXTRA_WEIGHTS: Readonly<Record<string, readonly string[]>> = {
  House: ['fill'],
  ChartLine: ['fill'],
  Robot: ['fill'],
  HandCoins: ['fill'],
  Palette: ['fill'],
  UserCircle: ['fill'],
  Star: ['fill'],
  WarningCircle: ['fill'],
  Warning: ['fill'],
  CheckCircle: ['fill'],
  XCircle: ['fill'],
};

const DEFINITION = /@phosphor-icons\/react\/dist\/defs\/(\w+)\.es\.js$/;

/**
 * Keeps of each icon only the weights the product draws: the package carries six per icon, which
 * would cost the first load more than all of our own code.
 */
export function phosphorWeights(): Plugin {
  return {
    name: 'candor:phosphor-weights',
    transform: {
      filter: { id: DEFINITION },
      handler(code, id) {
        const name = DEFINITION.exec(id)?.[1] ?? '';
        const kept = new Set(['regular', ...(EXTRA_WEIGHTS[name] ?? [])]);
        const [head = '', ...entries] = code.split(/(?=^ {2}\[\n {4}")/m);
        const last = entries.at(-1) ?? '';
        const tail = last.slice(last.indexOf('\n]);'));
        const wanted = entries
          .map((entry) => entry.replace(tail, '').replace(/,\s*$/, ''))
          .filter((entry) => kept.has(/^ {2}\[\n {4}"(\w+)"/.exec(entry)?.[1] ?? ''));
        if (wanted.length !== kept.size) this.error(`${name}: not the shape this expects`);
        return { code: head + wanted.join(',\n') + tail, map: null };
      },
    },
  };
}
