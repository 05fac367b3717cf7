// `npm run dev`, `npm run seed`, `npm run gallery`: a program of scripts/ after all of its own set-up,
// with the Node the product runs on.
const { dirname, join } = await import('node:path');
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./scripts/setup/prepare.mjs');
const { endAs, runToEnd } = await import('./scripts/setup/run.mjs');

const root = dirname(fileURLToPath(import.meta.url));
const [name, ...passed] = process.argv.slice(2);

try {
  const { node } = await prepare({ root, buildWeb: false });
  const program = join(root, 'scripts', `${name}.ts`);
  endAs(await runToEnd([[node, program, ...passed]], { cwd: root }));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
