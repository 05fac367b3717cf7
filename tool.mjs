// `npm run operator`, `npm run rehearse`, `npm run dev` and others: a program of this project after all
// of its own set-up, with the Node the product runs on.
const { dirname, join } = await import('node:path');
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./scripts/setup/prepare.mjs');
const { endAs, runToEnd } = await import('./scripts/setup/run.mjs');

const root = dirname(fileURLToPath(import.meta.url));
const [program, ...passed] = process.argv.slice(2);

try {
  const { node } = await prepare({ root, buildWeb: false });
  endAs(await runToEnd([[node, join(root, program), ...passed]], { cwd: root }));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
