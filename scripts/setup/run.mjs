import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How a program says that it ended over an error it did not expect, as sysexits.h has it. */
const CRASHED = 70;
/** Between a crash and the next start, twice as long each time. */
const WAIT = { firstMs: 1_000, mostMs: 30_000 };
/** So many crashes in such a time mend themselves no more. */
const LOOP = { crashes: 5, withinMs: 60_000 };
/** Who ran for so long begins again with the shortest wait. */
const HEALTHY_MS = 600_000;

const complain = (line) => process.stderr.write(`${line}\n`);

/** What this process is told to do, as long as `work` runs; `hear` is told each signal. */
async function hearing(hear, work) {
  for (const signal of SIGNALS) process.on(signal, hear);
  const watch = onParentGone(() => hear('SIGTERM'));
  try {
    return await work();
  } finally {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, hear);
  }
}

const startOne = ([file, ...args], cwd) => spawn(file, args, { cwd, stdio: 'inherit' });

const endOf = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

/** Ends this process as a program ended: with its exit code, or by its signal. */
export function endAs({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal);
  process.exitCode = code ?? 1;
}

/**
 * Runs programs in this terminal until the first one ends, stops the others, and answers how it
 * ended. Signals that reach us reach them.
 */
export async function runToEnd(commands, { cwd }) {
  const children = commands.map((command) => startOne(command, cwd));
  const forward = (signal) => children.forEach((child) => child.kill(signal));
  return hearing(forward, async () => {
    const ends = children.map(endOf);
    const end = await Promise.race(ends);
    forward('SIGTERM');
    await Promise.all(ends);
    return end;
  });
}

/** Whether a program ended over an error, by its own word or by a signal nobody sends to stop it. */
const isCrash = ({ code, signal }) =>
  code === CRASHED || (signal !== null && !SIGNALS.includes(signal));

/**
 * Runs a program in this terminal and starts it again when it ends over an error it did not expect;
 * answers how it ended otherwise, or at last. Signals that reach us reach it, and end the waiting.
 */
export async function keepRunning(command, { cwd, firstMs = WAIT.firstMs }) {
  let child = null;
  let stopped = null;
  let wake = () => {};
  const hear = (signal) => {
    stopped = signal;
    child?.kill(signal);
    wake();
  };
  const waitFor = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return hearing(hear, async () => {
    let crashes = [];
    let tries = 0;
    for (;;) {
      const begun = performance.now();
      child = startOne(command, cwd);
      const end = await endOf(child);
      child = null;
      if (stopped !== null || !isCrash(end)) return end;
      const now = performance.now();
      crashes = [...crashes.filter((at) => now - at < LOOP.withinMs), now];
      if (crashes.length >= LOOP.crashes) {
        complain(
          `Candor ended over an error ${LOOP.crashes} times within a minute and is not started ` +
            'again: look at what it said above, mend that and start it.',
        );
        return { code: CRASHED, signal: null };
      }
      if (now - begun > HEALTHY_MS) tries = 0;
      const waitMs = Math.min(WAIT.mostMs, firstMs * 2 ** tries);
      tries += 1;
      complain(`Candor ended over an error and is started again in ${waitMs / 1_000} s.`);
      await waitFor(waitMs);
      if (stopped !== null) return { code: null, signal: stopped };
    }
  });
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
