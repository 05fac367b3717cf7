// `npm start`: does all of its own set-up, then runs the server. Plain JavaScript without a
// static import, so that also an old Node can read as far as the sentence about its age.
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  process.stderr.write(
    `Candor needs Node 20 or newer and this is ${process.version}: get one from nodejs.org.\n`,
  );
  process.exit(1);
}

const { dirname, join } = await import('node:path');
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./scripts/setup/prepare.mjs');
const { endAs, keepRunning } = await import('./scripts/setup/run.mjs');

const root = dirname(fileURLToPath(import.meta.url));
const passed = process.argv.slice(2);
const main = join(root, 'apps', 'server', 'src', 'main.ts');

try {
  const { node } = await prepare({ root, buildWeb: true });
  endAs(await keepRunning([node, main, ...passed], { cwd: root }));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
