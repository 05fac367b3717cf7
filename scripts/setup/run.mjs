import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs programs in this terminal until the first one ends, stops the others, and ends as it did:
 * with its exit code, or by its signal. Signals that reach us reach them.
 */
export async function runToEnd(commands, { cwd }) {
  const children = commands.map(([file, ...args]) => spawn(file, args, { cwd, stdio: 'inherit' }));
  const forward = (signal) => children.forEach((child) => child.kill(signal));
  for (const signal of SIGNALS) process.on(signal, forward);
  const watch = onParentGone(() => forward('SIGTERM'));
  const ends = children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve({ code, signal }));
      }),
  );
  const { code, signal } = await Promise.race(ends);
  forward('SIGTERM');
  await Promise.all(ends);
  clearInterval(watch);
  for (const name of SIGNALS) process.off(name, forward);
  if (signal !== null) process.kill(process.pid, signal);
  process.exitCode = code ?? 1;
}

/**
 * npm hands a signal only to the shell between it and us, which dies of it without a word; so
 * under npm the loss of that shell is the signal. Elsewhere a parent may go and leave us running.
 */
function onParentGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 200);
  watch.unref();
  return watch;
}
