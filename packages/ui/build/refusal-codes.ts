import type { Plugin } from 'vite';

const CATALOGUE = /\/packages\/protocol\/src\/errors\.ts$/;
const FOR_READERS = /\b(?:capability|when|awaits):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g;

/**
 * Leaves of each refusal what a page asks for, its name and code: what else stands in its row is for
 * those who read the protocol, and would be most of what a page loads of it.
 */
export function refusalCodes(): Plugin {
  return {
    name: 'candor:refusal-codes',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const kept = code.replace(FOR_READERS, '');
        if (kept === code) this.error(`${id}: not the shape this expects`);
        return { code: kept, map: null };
      },
    },
  };
}
