import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of the kernel's clock for user programs in a second, on every Linux there is. */
const TICKS_PER_S = 100;

/** Fields of a process: behind the name, which may hold blanks; null once it is over. */
function statOf(pid: string): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

// By `proc_pid_stat(5)`, counted from the state: parent, own user and system time, that of children.
const PARENT = 1;
const TIMES = [11, 12];
const TIMES_OF_ENDED = [13, 14];

/**
 * CPU time of a PostgreSQL server so far: the postmaster, what it started and what has ended. Null
 * where the machine does not tell.
 *
 * @units milliseconds
 */
export function postgresCpuMs(serverPid: number): number | null {
  const own = statOf(String(serverPid));
  if (own === null) return null;
  const sum = (stat: readonly string[], fields: readonly number[]): number =>
    fields.reduce((total, field) => total + Number.parseInt(stat[field] ?? '0', 10), 0);
  let ticks = sum(own, [...TIMES, ...TIMES_OF_ENDED]);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat?.[PARENT] === String(serverPid)) ticks += sum(stat, TIMES);
  }
  return (ticks * 1_000) / TICKS_PER_S;
}

/** CPU time of this process so far. @units milliseconds */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
