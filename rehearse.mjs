// `npm run rehearse -- …`: what can be played while a rehearsal runs, with the Node it runs on.
const { dirname, join } = await import('node:path');
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./scripts/setup/prepare.mjs');
const { endAs, runToEnd } = await import('./scripts/setup/run.mjs');

const root = dirname(fileURLToPath(import.meta.url));
const program = join(root, 'apps', 'server', 'src', 'rehearse.ts');

try {
  const { node } = await prepare({ root, buildWeb: false });
  endAs(await runToEnd([[node, program, ...process.argv.slice(2)]], { cwd: root }));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
