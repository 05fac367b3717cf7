/**
 * `node scripts/write-contract.ts`: builds the test USDT of local chains with npm's solc and writes its
 * bytecode; `--verify` says whether what is committed is what the source gives.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../apps/chains/contracts/TestUsdt.sol', import.meta.url));
const WRITTEN = fileURLToPath(new URL('../apps/chains/contracts/test-usdt.json', import.meta.url));

type Compiler = { compile(input: string): string; version(): string };
type Output = {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts?: {
    readonly 'TestUsdt.sol': {
      readonly TestUsdt: {
        readonly abi: unknown;
        readonly evm: { readonly bytecode: { readonly object: string } };
      };
    };
  };
};

/** What the compiler makes of a source, as the file that is committed. */
export function contractFile(source: string): string {
  const solc = createRequire(new URL('../apps/chains/package.json', import.meta.url))(
    'solc',
  ) as Compiler;
  const input = {
    language: 'Solidity',
    sources: { 'TestUsdt.sol': { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // Without the hash of its own description: the bytecode changes with the code alone.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const built = output.contracts?.['TestUsdt.sol'].TestUsdt;
  if (built === undefined || output.errors !== undefined) {
    throw new Error((output.errors ?? []).map((one) => one.formattedMessage).join('\n'));
  }
  const bytecode = `0x${built.evm.bytecode.object}`;
  return `${JSON.stringify({ compiler: solc.version(), abi: built.abi, bytecode }, null, 2)}\n`;
}

if (import.meta.main) {
  const built = contractFile(readFileSync(SOURCE, 'utf8'));
  if (!process.argv.includes('--verify')) writeFileSync(WRITTEN, built);
  else if (readFileSync(WRITTEN, 'utf8') !== built) {
    process.stdout.write('contracts/test-usdt.json is not what solc makes of its source\n');
    process.exitCode = 1;
  }
}
